/** What an answer of 402 asks for, and whether it can be paid at all. */
import * as v from 'valibot'
import {
  type PaymentRequired,
  type PaymentRequirements,
  paymentRequiredSchema,
  paymentRequirementsSchema,
  x402Headers,
} from '../../../contract/x402.ts'
import { parseX402Header } from '../../../contract/x402Header.ts'

/** One way to pay, read, and as it was sent: it goes back unchanged. */
export interface Way {
  readonly requirements: PaymentRequirements
  readonly sent: unknown
}

export interface Required {
  readonly required: PaymentRequired
  /** Those that are well formed, in the order of the answer. */
  readonly ways: readonly Way[]
}

/**
 * Reads an answer of 402 to `url`; undefined for one that is not paid: malformed, redirected (the payment would go to another address than was asked for),
 * or over a connection that others read.
 */
export function readRequired(answer: Response, url: URL): Required | undefined {
  if (answer.status !== 402 || answer.redirected || !isPrivate(url)) return undefined
  const required = parseX402Header(answer.headers.get(x402Headers.required), paymentRequiredSchema)
  if (!required) return undefined
  const ways = required.accepts.flatMap(sent => {
    const parsed = v.safeParse(paymentRequirementsSchema, sent)
    return parsed.success ? [{ requirements: parsed.output, sent }] : []
  })
  return { required, ways }
}

function isPrivate({ protocol, hostname }: URL): boolean {
  const isOwn = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isOwn)
}
