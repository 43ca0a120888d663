import { sign } from 'node:crypto'
import { type PaymentReceipt, receiptText } from 'latchkey/services'
import { type DirectoryKeys, publicKeyOf } from '../../data/directory/createHeads.ts'
import { isDevelopmentProject } from '../../projects/findProject.ts'
import type { Payment } from './payment.ts'
import { toWirePayment } from './toWirePayment.ts'

/**
 * What was paid, signed by the directory's key; undefined while nothing of it is in a block. `now` is milliseconds since 1970.
 */
export function signReceipt(
  payment: Payment,
  deps: {
    readonly keys: DirectoryKeys
    /** Signs for development projects alone. */
    readonly developmentKeys: DirectoryKeys
  },
  now: number,
): PaymentReceipt | undefined {
  const { state } = payment
  if (state === 'open' || state === 'seen' || state === 'expired') return undefined
  const { key, certificate } = isDevelopmentProject(payment.project) ? deps.developmentKeys : deps.keys
  const { id, description, referenceId, transfers, refunds } = toWirePayment(payment, now)
  const receipt: PaymentReceipt['receipt'] = {
    projectId: payment.project,
    payment: id,
    state,
    description,
    referenceId,
    transfers,
    refunds,
    issued: now,
  }
  const text = receiptText({ receipt, key: publicKeyOf(key) })
  return {
    receipt,
    key: publicKeyOf(key),
    signature: sign(null, Buffer.from(text), key).toString('base64url'),
    ...(certificate && { certificate }),
  }
}
