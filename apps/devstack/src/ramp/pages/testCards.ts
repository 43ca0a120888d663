/** What a test card does. */
export type CardOutcome = 'ok' | 'declined' | 'secure' | 'identity' | 'refunded' | 'expired'

/** The cards that the pay page takes, as it shows them. */
export const testCards: readonly (readonly [number: string, outcome: CardOutcome, effect: string])[] = [
  ['4242 4242 4242 4242', 'ok', 'pays'],
  ['4000 0000 0000 0002', 'declined', 'is declined'],
  ['4000 0027 6000 3184', 'secure', 'asks for 3-D Secure'],
  ['4000 0000 0000 5126', 'identity', 'asks who you are'],
  ['4000 0000 0000 7726', 'refunded', 'pays, and is refunded'],
  ['4000 0000 0000 0069', 'expired', 'lets the order expire'],
]

/** Returns what a typed card does, whatever stands between its digits; undefined for any other number. */
export function readCard(typed: string): CardOutcome | undefined {
  const digits = typed.replace(/[\s-]/g, '')
  return testCards.find(([number]) => number.replaceAll(' ', '') === digits)?.[1]
}

/** The code that the exchange asks for. */
export const exchangeCode = '123456'
