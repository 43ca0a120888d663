import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { RampOrder } from './rampOrder.ts'

/** Milliseconds for which a link is good. */
export const linkLifetime = 300_000

/** Writes the address of an order's page: signed, with the receiver in it, and for one visit. */
export function writeOrderLink(url: string, order: RampOrder, secret: string): string {
  const path = order.kind === 'BUY' ? 'pay' : 'exchange'
  const query = new URLSearchParams({
    session: order.id,
    walletAddress: order.wallet,
    currencyCode: order.asset,
    expires: String(order.linkUntil),
  })
  query.set('signature', signQuery(query, secret))
  return `${url}/${path}?${query}`
}

/** Returns the id of the order that a link opens; undefined for one that was changed. */
export function readOrderLink(query: URLSearchParams, secret: string): string | undefined {
  const given = Buffer.from(query.get('signature') ?? '')
  const rest = new URLSearchParams(query)
  rest.delete('signature')
  const expected = Buffer.from(signQuery(rest, secret))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return query.get('session') ?? undefined
}

function signQuery(query: URLSearchParams, secret: string): string {
  return createHmac('sha256', secret).update(`?${query}`).digest('base64url')
}

/** The stored form of a visitor's secret. */
export function hashVisit(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
