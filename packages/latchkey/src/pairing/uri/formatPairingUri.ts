import type { PairingUri } from './pairingUri.ts'

/** Writes `wc:{topic}@2?relay-protocol=irn&symKey=…&expiryTimestamp={s}[&methods=…]`, as wallets read it. */
export function formatPairingUri({ topic, symKey, expiry, methods = [] }: PairingUri): string {
  const parts = ['relay-protocol=irn', `symKey=${symKey}`]
  if (expiry !== undefined) parts.push(`expiryTimestamp=${Math.floor(expiry / 1000)}`)
  if (methods.length > 0) parts.push(`methods=${methods.join(',')}`)
  return `wc:${topic}@2?${parts.join('&')}`
}
