import type { Clock } from '../../../../core/http/appTypes.ts'

/** What requests are for: a transaction that a visitor asked for goes before a price that is only shown. */
export type LifiUse = 'shown' | 'wanted'

/** How many requests are left, by LI.FI's own headers. */
export interface LifiBudget {
  /** Whether a request may be sent now. */
  allows(use: LifiUse): boolean
  /** Reads `ratelimit-limit`, `ratelimit-remaining` and `ratelimit-reset` (seconds) of an answer. */
  update(headers: Headers): void
}

/** The part of the limit that is for transactions alone. */
const reserved = 0.2

/**
 * Creates the budget of one LI.FI client. Without a key a server has 75 quotes in two hours (docs.li.fi, 2026-07-19; 200 in
 * an older page), so refreshing one visitor's prices every ten seconds would use them up in minutes. The last fifth is for
 * transactions; the rest is for prices.
 */
export function createLifiBudget(clock: Clock): LifiBudget {
  let known: { readonly remaining: number; readonly limit: number; readonly until: number } | undefined

  return {
    allows(use) {
      if (known === undefined || clock() >= known.until) return true
      return known.remaining > (use === 'wanted' ? 0 : known.limit * reserved)
    },
    update(headers) {
      const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map(name => {
        const text = headers.get(`ratelimit-${name}`) ?? ''
        return /^\d{1,9}$/.test(text) ? Number(text) : undefined
      })
      if (limit === undefined || remaining === undefined || reset === undefined) return
      known = { limit, remaining, until: clock() + Math.min(reset, 7_200) * 1_000 }
    },
  }
}
