import type { CaipAsset, WireExchange } from 'latchkey/services'
import { cleanText } from '../../data/chains/cleanText.ts'
import type { ChainBook } from '../../data/chains/createChainBook.ts'
import type { AskContext } from '../client/askInTime.ts'
import { createFreshCache } from '../convert/createFreshCache.ts'
import { type MoneyAsset, resolveAsset } from '../credits/resolveAsset.ts'
import { askOnRamp } from '../onramp/askOnRamp.ts'
import type { ExchangeOffer, OnRampProvider } from '../onramp/onRampProvider.ts'
import { trimAmount } from '../onramp/orders/trimAmount.ts'

/** An exchange with the provider that stands before it. */
export interface FoundExchange {
  readonly provider: OnRampProvider
  /** As the provider names it. */
  readonly offer: ExchangeOffer
  readonly wire: WireExchange
}

/** Which exchanges there are. A provider that does not answer has none now. */
export interface Exchanges {
  /** What they send in a country, on all networks that our nodes serve. */
  assets(country: string | undefined): Promise<readonly MoneyAsset[]>
  /** Those that send an asset. */
  find(asset: MoneyAsset, country: string | undefined): Promise<readonly FoundExchange[]>
}

/** Milliseconds for which a provider's answer counts. */
const lifetime = 600_000
const mostCached = 1_000
/** As many as the wire takes. */
const mostExchanges = 32

export function createExchanges(deps: {
  readonly providers: readonly OnRampProvider[]
  readonly book: ChainBook
  readonly context: AskContext
  /** Ids of exchanges, or of their providers, that are offered; undefined for all. */
  readonly offered: readonly string[] | undefined
}): Exchanges {
  const { providers, book, context, offered } = deps
  const cacheOptions = { lifetime, clock: context.clock, most: mostCached }
  const assets = createFreshCache<readonly CaipAsset[]>(cacheOptions)
  const offers = createFreshCache<readonly ExchangeOffer[]>(cacheOptions)
  const sides = providers.flatMap(provider =>
    provider.exchange === undefined ? [] : [{ provider, side: provider.exchange }],
  )
  const isOffered = (...ids: readonly string[]) =>
    offered === undefined || ids.some(id => offered.includes(id))

  return {
    async assets(country) {
      const lists = await Promise.all(
        sides.map(({ provider, side }) =>
          assets(`${provider.id} ${country ?? ''}`, () =>
            askOnRamp(context, provider.id, signal => side.assets({ country }, signal)),
          ).catch((): readonly CaipAsset[] => []),
        ),
      )
      const known = new Map<string, MoneyAsset>()
      for (const id of lists.flat()) {
        const asset = resolveAsset(book, id)
        if (asset !== undefined) known.set(asset.id, asset)
      }
      return [...known.values()]
    },
    async find(asset, country) {
      const found = await Promise.all(
        sides.map(async ({ provider, side }) => {
          const list = await offers(`${provider.id} ${asset.id} ${country ?? ''}`, () =>
            askOnRamp(context, provider.id, signal => side.exchanges({ asset: asset.id, country }, signal)),
          ).catch((): readonly ExchangeOffer[] => [])
          return list.filter(({ id }) => isOffered(id, provider.id)).map(offer => ({ provider, offer }))
        }),
      )
      const taken = new Set<string>()
      return found
        .flat()
        .slice(0, mostExchanges)
        .map(({ provider, offer }) => {
          const id = taken.has(offer.id) ? `${provider.id}.${offer.id}`.slice(0, 64) : offer.id
          taken.add(id)
          return { provider, offer, wire: toWire(id, offer) }
        })
    },
  }
}

function toWire(id: string, { name, minimum, maximum, fee, asksAmount }: ExchangeOffer): WireExchange {
  return {
    id,
    name: cleanText(name, 64) ?? id,
    // No picture of a stranger's: the widget draws one.
    iconUrl: null,
    minimum: trimAmount(minimum) ?? null,
    maximum: trimAmount(maximum) ?? null,
    fee: trimAmount(fee) ?? null,
    asksAmount,
  }
}
