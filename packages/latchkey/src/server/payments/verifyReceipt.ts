import * as v from 'valibot'
import { configError } from '../../contract/error.ts'
import { type PaymentReceipt, receiptSchema, receiptText } from '../../contract/payments.ts'
import { verifyVouched } from '../../contract/verifyVouched.ts'

/** What a receipt is verified against. */
export interface ReceiptRules {
  /** The public keys of the services' directory, base64url: the same as the widget's `directoryKeys`. */
  readonly directoryKeys: readonly string[]
  /** The project that it has to be of. */
  readonly projectId: string
  /** The payment that it has to be of. Default any. */
  readonly payment?: string
}

/** Why a receipt is not believed. `certificate`: its key was vouched for, but not any more when the receipt was made. */
export type ReceiptRefusal = 'malformed' | 'project' | 'payment' | 'unknown-key' | 'signature' | 'certificate'

/** What was paid, or the reason of the refusal. */
export type ReceiptVerdict =
  | { readonly valid: true; readonly receipt: PaymentReceipt['receipt'] }
  | { readonly valid: false; readonly refusal: ReceiptRefusal }

/**
 * Verifies a receipt offline: signed by one of the directory's keys, or by a key that one of them vouched for when the receipt was made. It tells what the services saw at
 * `issued`; a later refund needs a later receipt.
 * @throws LatchkeyError CONFIG_INVALID without keys. @throws Error where the runtime has no Ed25519.
 */
export async function verifyReceipt(value: unknown, rules: ReceiptRules): Promise<ReceiptVerdict> {
  const { directoryKeys, projectId, payment } = rules
  if (directoryKeys.length === 0 || !directoryKeys.every(key => /^[\w-]{43}$/.test(key)))
    throw configError('directoryKeys', 'public keys of the services, base64url of 32 bytes')
  const parsed = v.safeParse(receiptSchema, value)
  if (!parsed.success) return refuse('malformed')
  const { receipt } = parsed.output
  const fault = await verifyVouched(parsed.output, receiptText(parsed.output), {
    keys: directoryKeys,
    now: receipt.issued,
  })
  if (fault !== undefined) return refuse(refusals[fault])
  if (receipt.projectId !== projectId) return refuse('project')
  if (payment !== undefined && receipt.payment !== payment) return refuse('payment')
  return { valid: true, receipt }
}

const refusals = {
  'unknown key': 'unknown-key',
  'bad signature': 'signature',
  expired: 'certificate',
} as const satisfies Readonly<Record<string, ReceiptRefusal>>

function refuse(refusal: ReceiptRefusal): ReceiptVerdict {
  return { valid: false, refusal }
}
