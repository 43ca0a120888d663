import { createHash, timingSafeEqual } from 'node:crypto'
import { custodyBodyText } from 'latchkey/services'

/**
 * Whether a proof was made for this body, by its claim `bh`, so that the server does exactly what the device approved
 * (reference §2.3).
 */
export function isOfBody(hash: string | undefined, body: object): boolean {
  if (hash === undefined) return false
  const own = createHash('sha256').update(custodyBodyText(body)).digest()
  const theirs = Buffer.from(hash, 'base64url')
  return own.length === theirs.length && timingSafeEqual(own, theirs)
}
