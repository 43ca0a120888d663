import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { parseDecimalJson } from '../../client/parseDecimalJson.ts'
import type { ProviderEvent, RawWebhook } from '../onRampProvider.ts'
import { meldEventSchema } from './meldShapes.ts'

/** Milliseconds that a webhook's time may be off. */
const tolerance = 300_000

/**
 * The event of a webhook that Meld signed for this URL in the last five minutes: HMAC-SHA256 over `timestamp.url.body`, as base64url. Undefined for any
 * other one.
 */
export function verifyMeldWebhook(
  { body, headers, url }: RawWebhook,
  { secret, now }: { readonly secret: string; readonly now: () => number },
): readonly ProviderEvent[] | undefined {
  const timestamp = headers.get('meld-signature-timestamp') ?? ''
  const given = Buffer.from(headers.get('meld-signature') ?? '', 'base64url')
  const own = createHmac('sha256', secret).update(`${timestamp}.${url}.`).update(body).digest()
  if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined
  const at = /^\d{10}$/.test(timestamp) ? Number(timestamp) * 1_000 : Date.parse(timestamp)
  if (!(Math.abs(now() - at) <= tolerance)) return undefined
  const event = v.safeParse(meldEventSchema, parseDecimalJson(body)?.value)
  if (!event.success) return undefined
  const { eventId: id, payload } = event.output
  return [
    {
      id,
      order: payload?.externalSessionId ?? undefined,
      reference: payload?.paymentTransactionId ?? undefined,
    },
  ]
}
