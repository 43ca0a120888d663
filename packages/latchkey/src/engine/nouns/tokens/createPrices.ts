import type { CaipAddress } from '../../../contract/caip.ts'
import { limits } from '../../../contract/limits.ts'
import type { EngineContext } from '../../context.ts'

/** What the services say that tokens cost, each known for 15 s (SPEC §9 "token price"). */
export interface Prices {
  /**
   * Returns the price of one whole token in US dollars, for display only; undefined while it is unknown (F27). Asks the
   * services only if the last answer for this token is 15 s old.
   * @throws LatchkeyError as `Api.call`.
   */
  read(token: CaipAddress, signal: AbortSignal): Promise<number | undefined>
  /** When the known answer is 15 s old, in milliseconds since the epoch; 0 where there is none. */
  dueAt(token: CaipAddress): number
}

/** Prices that are remembered at most; the oldest goes first. */
const mostPrices = 100

/** Makes the prices of one engine. */
export function createPrices(ctx: Pick<EngineContext, 'api' | 'clock'>): Prices {
  const known = new Map<CaipAddress, { readonly price: number | undefined; readonly at: number }>()
  const dueAt = (token: CaipAddress) => {
    const before = known.get(token)
    return before ? before.at + limits.tokenPriceCache : 0
  }
  return {
    dueAt,
    async read(token, signal) {
      if (ctx.clock.now() < dueAt(token)) return known.get(token)?.price
      // With the call's chunk, so that sending itself brings no schemas.
      const [api, { postFungiblePrice }] = await Promise.all([
        ctx.api(),
        import('../../../contract/price.ts'),
      ])
      const body = { currency: 'usd', addresses: [token] }
      const { fungibles } = await api.call(postFungiblePrice, { body, signal })
      // The answer names what was asked for, unchanged; what it says of other tokens counts for nothing.
      const price = fungibles.find(({ address }) => address === token)?.price ?? undefined
      known.delete(token)
      known.set(token, { price, at: ctx.clock.now() })
      for (const oldest of known.keys()) {
        if (known.size <= mostPrices) break
        known.delete(oldest)
      }
      return price
    },
  }
}
