import type { RampFault } from 'latchkey/services'

/** What words in messages of vendors mean, the first that fits. */
const meanings: readonly (readonly [RegExp, RampFault])[] = [
  [/rate limit|too many requests/i, 'rate-limited'],
  [/payment ?method/i, 'method'],
  [/country|region|subdivision|state/i, 'country'],
  [/chain|network/i, 'network'],
  [/crypto|destination/i, 'asset'],
  [/source ?currency|fiat/i, 'currency'],
  [/below|minimum|too (?:small|low)/i, 'too-small'],
  [/above|maximum|exceed|too (?:large|high)/i, 'too-large'],
]

/** Why a vendor sells nothing, by its message; `limits` where only the limits can say in which direction. */
export function readVendorFault(message: string | null | undefined): RampFault | 'limits' {
  const found = meanings.find(([pattern]) => pattern.test(message ?? ''))
  if (found !== undefined) return found[1]
  return /limit|amount/i.test(message ?? '') ? 'limits' : 'unavailable'
}
