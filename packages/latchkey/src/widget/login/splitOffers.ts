import type { SocialOffer } from '../../engine/flows/login/arrangeOffers.ts'

/** How the accounts to log in by stand in Connect. */
export interface SplitOffers {
  /** With their names: one over the whole width, or two beside each other. */
  readonly named: readonly SocialOffer[]
  /** Below, as drawings. */
  readonly drawn: readonly SocialOffer[]
  /** There are more, in a view of their own. */
  readonly hasMore: boolean
}

/** One, two, the first and then drawings; of more than six the first, the next four, and a way to the rest (SPEC-NOTES §2). */
export function splitOffers(offers: readonly SocialOffer[]): SplitOffers {
  if (offers.length <= 2) return { named: offers, drawn: [], hasMore: false }
  const hasMore = offers.length > 6
  return { named: offers.slice(0, 1), drawn: offers.slice(1, hasMore ? 5 : undefined), hasMore }
}
