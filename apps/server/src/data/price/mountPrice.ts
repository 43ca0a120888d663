import type { Hono } from 'hono'
import { addressOf, type CaipAddress, namespaceOf, networkIdOf } from 'latchkey/contract'
import { type Fungible, nativeTokenAddresses, postFungiblePrice } from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { orChainFault } from '../chains/chainUnreadable.ts'
import type { ChainBook } from '../chains/createChainBook.ts'
import type { ReadTokenFacts } from '../chains/createTokenFacts.ts'
import { toIconUrl } from '../chains/toIconUrl.ts'
import { addressKey, isChainAddress } from '../namespaces/namespaces.ts'
import type { PriceBook } from './createPriceBook.ts'
import { type Asset, currencyCost, toAssetKey } from './priceSource.ts'

interface Named {
  readonly caip: CaipAddress
  readonly asset: Asset
  readonly name: string
  readonly symbol: string
  readonly iconUrl: string | null
  readonly isScaled?: true | undefined
}

/** Mounts the prices of tokens (SPEC §7); null for an unknown one (F27). */
export function mountPrice(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly book: ChainBook
    readonly tokenFacts: ReadTokenFacts
    readonly prices: PriceBook
  },
): void {
  const { gate, book, tokenFacts, prices } = deps

  async function nameAll(addresses: readonly CaipAddress[]): Promise<readonly Named[]> {
    const chains = Map.groupBy(addresses, networkIdOf)
    const named = await Promise.all(
      [...chains].map(async ([id, onChain]): Promise<Named[]> => {
        const chain = book.find(id)
        if (chain === undefined) return []
        const native = nativeTokenAddresses[namespaceOf(id)]
        const isNative = (caip: CaipAddress) => addressKey(id, addressOf(caip)) === native
        const natives = onChain.filter(isNative).map(caip => ({
          caip,
          asset: { chain, token: undefined },
          ...chain.nativeCurrency,
          iconUrl: toIconUrl(chain.nativeCurrency.symbol),
        }))
        const tokens = onChain.filter(caip => !isNative(caip) && isChainAddress(id, addressOf(caip)))
        const facts = await tokenFacts(chain, tokens.map(addressOf))
        return [
          ...natives,
          ...tokens.flatMap((caip, index) => {
            const token = facts[index]
            if (!token) return []
            const { name, symbol, iconUrl, isScaled } = token
            return [{ caip, asset: { chain, token }, name, symbol, iconUrl, isScaled }]
          }),
        ]
      }),
    )
    return named.flat()
  }

  /** Tokens that have to be asked who they are. */
  const countUnlisted = (addresses: readonly CaipAddress[]) =>
    addresses.filter(caip => {
      const chain = networkIdOf(caip)
      return book.find(chain) !== undefined && book.token(chain, addressOf(caip)) === undefined
    }).length

  mountProjectRoute(app, postFungiblePrice, deps, async ({ body }, project, c) => {
    if (body.projectId !== undefined && body.projectId !== project.id) {
      const reasons = [{ name: 'projectId', description: "Expected the query's" }]
      throw new RouteFault('REQUEST_INVALID', { reasons })
    }
    const addresses = [...new Set(body.addresses)]
    const extra =
      countUnlisted(addresses) + currencyCost(body.currency, new Set(addresses.map(networkIdOf)).size)
    if (extra > 0) await gate.charge(c, project, extra)
    const all = await orChainFault(nameAll(addresses))
    const named = new Map(all.map(one => [one.caip, one]))
    const known = await prices(
      [...named.values()].flatMap(({ asset, isScaled }) => (isScaled ? [] : asset)),
      body.currency,
    )
    const fungibles = body.addresses.flatMap((caip): Fungible[] => {
      const one = named.get(caip)
      if (one === undefined) return []
      const { name, symbol, iconUrl, asset } = one
      const price = known.get(toAssetKey(asset)) ?? null
      return [{ address: caip, symbol, name, iconUrl, price }]
    })
    return { fungibles }
  })
}
