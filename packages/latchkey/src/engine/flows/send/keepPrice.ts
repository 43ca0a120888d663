import { namespaceOf } from '../../../contract/caip.ts'
import { limits } from '../../../contract/limits.ts'
import { nativeTokenAddresses } from '../../../contract/nativeTokenAddresses.ts'
import { type PageSight, pageSight } from '../../base/pageSight.ts'
import { poll } from '../../base/poll.ts'
import type { EngineContext } from '../../context.ts'
import type { Prices } from '../../nouns/tokens/createPrices.ts'
import type { Token } from '../../nouns/tokens/tokens.ts'

export interface KeepPriceOptions {
  readonly prices: Prices
  /** The chosen token, and when its price was read, in milliseconds since the epoch. */
  readonly chosen: () => { readonly token: Token; readonly at: number } | undefined
  /** Calls `changed` when another token may be chosen. */
  readonly subscribe: (changed: () => void) => () => void
  /** A price was read; undefined: it is unknown now. */
  readonly read: (token: Token, price: number | undefined) => void
  readonly sight?: PageSight
}

/**
 * Keeps the price of the chosen token at most 15 s old while the form is shown (SPEC §9 "token price"): an amount that
 * is typed in fiat goes by it. A token without a price, as on test networks, is not asked for. A failure leaves the price
 * as it was for another 15 s. Returns the stop.
 */
export function keepPrice(
  ctx: Pick<EngineContext, 'clock' | 'config' | 'isInPage' | 'signal'>,
  { prices, chosen, subscribe, read, sight = pageSight() }: KeepPriceOptions,
): () => void {
  let failedAt = Number.NEGATIVE_INFINITY

  function asked() {
    const { token, at } = chosen() ?? {}
    const address = token && (token.address ?? nativeTokenAddresses[namespaceOf(token.caipNetworkId)])
    if (token?.price === undefined || address === undefined || !ctx.config.endpoints?.api) return undefined
    const id = `${token.caipNetworkId}:${address}` as const
    const due = Math.max(at ?? 0, failedAt) + limits.tokenPriceCache
    return { token, id, due: Math.max(due, prices.dueAt(id)) }
  }

  async function refresh(): Promise<void> {
    const of = asked()
    if (!of || ctx.clock.now() < of.due) return
    try {
      read(of.token, await prices.read(of.id, ctx.signal))
    } catch {
      failedAt = ctx.clock.now()
    }
  }

  const dueAt = () => asked()?.due ?? Number.POSITIVE_INFINITY
  return poll({ ...ctx, connections: { subscribe } }, { sight, refresh, dueAt })
}
