import * as v from 'valibot'
import { type PaymentEvent, paymentEventSchema } from '../../contract/payments.ts'
import { verifyMessage, type WebhookClaim } from './verifyMessage.ts'

/** Why a webhook is not believed, for your log; answer 400 or 401 and nothing else. */
export type WebhookRefusal = 'headers' | 'timestamp' | 'signature' | 'malformed'

/** The event, or the reason of the refusal. */
export type WebhookVerdict =
  | {
      readonly valid: true
      /** The same for every repeat: act on each id once. */
      readonly id: string
      readonly event: PaymentEvent
    }
  | { readonly valid: false; readonly refusal: WebhookRefusal }

/**
 * Verifies a webhook of the services as Standard Webhooks has it (T131): HMAC-SHA-256 over id, time and body, by one of the secrets, compared in constant time, at most
 * five minutes old or early.
 * @throws LatchkeyError CONFIG_INVALID for a secret that is none; a bad webhook is an answer, not an error.
 */
export function verifyWebhook(claim: WebhookClaim): WebhookVerdict {
  const message = verifyMessage(claim)
  if (typeof message === 'string') return refuse(message)
  const event = readEvent(message.bytes)
  return event === undefined ? refuse('malformed') : { valid: true, id: message.id, event }
}

function refuse(refusal: WebhookRefusal): WebhookVerdict {
  return { valid: false, refusal }
}

function readEvent(bytes: Uint8Array): PaymentEvent | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const parsed = v.safeParse(paymentEventSchema, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
