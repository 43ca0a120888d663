import { type CaipNetworkId, limits } from 'latchkey/contract'
import { type AccountBalance, formatRouteUrl, getAccountBalance, readRouteAnswer } from 'latchkey/services'

/** Milliseconds between two passes over what the services remember of a network: each counts as many requests. */
const freshEvery = 10_000

/** What the services say that an account holds on a network. @throws Error when they do not say. */
export type ReadBalances = (asked: {
  readonly chainId: CaipNetworkId
  readonly address: string
  /** Passes over what the services remember, unless that was just done. */
  readonly isFresh: boolean
}) => Promise<AccountBalance['balances']>

export function createBalances(deps: {
  /** Base URL of the services. */
  readonly services: string
  readonly projectId: string
  readonly fetch: typeof fetch
  /** Milliseconds that only go on. */
  readonly now: () => number
}): ReadBalances {
  const base = deps.services.replace(/\/+$/, '')
  const freshAt = new Map<string, number>()

  function isDue(key: string): boolean {
    const at = deps.now()
    if (at - (freshAt.get(key) ?? Number.NEGATIVE_INFINITY) < freshEvery) return false
    freshAt.set(key, at)
    return true
  }

  return async ({ chainId, address, isFresh }) => {
    const query = {
      projectId: deps.projectId,
      currency: 'usd',
      chainId,
      ...(isFresh && isDue(`${chainId} ${address}`) && { forceUpdate: 'true' }),
    }
    const url = formatRouteUrl(base, getAccountBalance, { params: { address }, query } as never)
    const response = await deps.fetch(url, {
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(limits.rpcTimeout),
    })
    const read = response.ok ? readRouteAnswer(getAccountBalance, await response.json()) : undefined
    if (!read) throw new Error(`HTTP ${response.status}`)
    return read.balances
  }
}
