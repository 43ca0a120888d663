import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { parseDecimalJson } from '../../client/parseDecimalJson.ts'
import type { ProviderEvent, RawWebhook } from '../onRampProvider.ts'
import { moonPayEventSchema } from './moonPayShapes.ts'

/** Milliseconds that a webhook's time may be off. */
const tolerance = 300_000

/**
 * The event of a webhook that MoonPay signed in the last five minutes (`Moonpay-Signature-V2: t=…,s=…`): HMAC-SHA256 over `t.body` in hex. It has
 * no id, so that its bytes are its id. Undefined for any other one.
 */
export function verifyMoonPayWebhook(
  { body, headers }: RawWebhook,
  { secret, now }: { readonly secret: string; readonly now: () => number },
): readonly ProviderEvent[] | undefined {
  const signed = /^\s*t=(\d{10}),\s*s=([0-9a-f]{64})\s*$/.exec(headers.get('moonpay-signature-v2') ?? '')
  const [, time = '', given = ''] = signed ?? []
  const own = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  const isSigned = signed !== null && timingSafeEqual(Buffer.from(given, 'hex'), own)
  if (!isSigned || !(Math.abs(now() - Number(time) * 1_000) <= tolerance)) return undefined
  const event = v.safeParse(moonPayEventSchema, parseDecimalJson(body)?.value)
  // Sales, identity checks: signed, and nothing to us.
  if (!event.success) return []
  const order = event.output.data.externalTransactionId
  return [{ id: createHash('sha256').update(body).digest('hex'), ...(order != null && { order }) }]
}
