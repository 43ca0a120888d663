import { type CaipNetworkId, limits, namespaceOf } from 'latchkey/contract'
import { formatRouteUrl, nativeTokenAddresses, postFungiblePrice, readRouteAnswer } from 'latchkey/services'

/** What one whole unit costs in US dollars, by token (`tokenKey`); `''` is the network's own currency. */
export type Prices = Readonly<Record<string, number>>

/** What the services say that tokens cost; what has no price is missing. @throws Error when they do not say. */
export type ReadPrices = (
  asked: {
    readonly chainId: CaipNetworkId
    /** Addresses as `tokenKey` gives them; `''` for the network's own currency. */
    readonly tokens: readonly string[]
  },
  signal: AbortSignal,
) => Promise<Prices>

export function createPrices(deps: {
  /** Base URL of the services. */
  readonly services: string
  readonly projectId: string
  readonly fetch: typeof fetch
}): ReadPrices {
  const { projectId } = deps
  const url = formatRouteUrl(deps.services.replace(/\/+$/, ''), postFungiblePrice, {
    query: { projectId },
  } as never)

  return async ({ chainId, tokens }, signal) => {
    const native = nativeTokenAddresses[namespaceOf(chainId)] ?? ''
    const keyOf = (id: string) => (chainId.startsWith('eip155:') ? id.toLowerCase() : id)
    const idOf = (token: string) => keyOf(`${chainId}:${token || native}`)
    const response = await deps.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ currency: 'usd', addresses: tokens.map(idOf) }),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.rpcTimeout)]),
    })
    const read = response.ok ? readRouteAnswer(postFungiblePrice, await response.json()) : undefined
    if (!read) throw new Error(`HTTP ${response.status}`)
    const byId = new Map(read.fungibles.map(({ address, price }) => [keyOf(address), price]))
    return Object.fromEntries(
      tokens.flatMap(token => {
        const price = byId.get(idOf(token))
        return price ? [[token, price]] : []
      }),
    )
  }
}
