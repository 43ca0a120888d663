import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { parseDecimalJson } from '../../client/parseDecimalJson.ts'
import type { ProviderEvent, RawWebhook } from '../onRampProvider.ts'
import { coinbaseEventSchema } from './coinbaseShapes.ts'

/** Milliseconds that a webhook's time may be off. */
const tolerance = 300_000
const mostHeaders = 16

/**
 * The event of a webhook that Coinbase signed in the last five minutes (`X-Hook0-Signature: t=…,h=…,v1=…`, or `v0` without headers): HMAC-SHA256 in hex,
 * `v1` over `t.names.values.body`, `v0` over `t.body`. With `v1` there, nothing else counts. Undefined for any other one.
 */
export function verifyCoinbaseWebhook(
  { body, headers }: RawWebhook,
  { secret, now }: { readonly secret: string; readonly now: () => number },
): readonly ProviderEvent[] | undefined {
  const parts = new Map(
    (headers.get('x-hook0-signature') ?? '').split(',').map(part => {
      const at = part.indexOf('=')
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const
    }),
  )
  const time = parts.get('t') ?? ''
  if (!/^\d{10}$/.test(time) || !(Math.abs(now() - Number(time) * 1_000) <= tolerance)) return undefined
  const names = (parts.get('h') ?? '').toLowerCase().split(' ').filter(Boolean)
  const values = names.map(name => (/^[\w-]+$/.test(name) ? headers.get(name) : null))
  const v1 = parts.get('v1')
  if (v1 !== undefined && (names.length > mostHeaders || values.includes(null))) return undefined
  const before = v1 === undefined ? `${time}.` : `${time}.${names.join(' ')}.${values.join('.')}.`
  const own = createHmac('sha256', secret).update(before).update(body).digest()
  const given = v1 ?? parts.get('v0') ?? ''
  const isSigned = /^[0-9a-f]{64}$/.test(given) && timingSafeEqual(Buffer.from(given, 'hex'), own)
  if (!isSigned) return undefined
  const event = v.safeParse(coinbaseEventSchema, parseDecimalJson(body)?.value)
  // Another product's event, for the same address: signed, and nothing to us.
  if (!event.success) return []
  const signedId = v1 !== undefined && names.includes('x-event-id') ? headers.get('x-event-id') : null
  const id = signedId ?? createHash('sha256').update(body).digest('hex')
  if (id.length > 128) return undefined
  const { partnerUserRef } = event.output
  return [{ id, ...(partnerUserRef != null && { order: partnerUserRef }) }]
}
