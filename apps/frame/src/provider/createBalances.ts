import {
  type AccountBalance,
  type CaipNetworkId,
  formatRouteUrl,
  getAccountBalance,
  limits,
  readRouteAnswer,
} from 'latchkey/contract'

/** What the services say that an account holds on a network. @throws Error when they do not say. */
export type ReadBalances = (asked: {
  readonly chainId: CaipNetworkId
  readonly address: string
  /** Passes over what the services remember. */
  readonly isFresh: boolean
}) => Promise<AccountBalance['balances']>

export function createBalances(deps: {
  /** Base URL of the services. */
  readonly services: string
  readonly projectId: string
  readonly fetch: typeof fetch
}): ReadBalances {
  const base = deps.services.replace(/\/+$/, '')
  return async ({ chainId, address, isFresh }) => {
    const query = {
      projectId: deps.projectId,
      currency: 'usd',
      chainId,
      ...(isFresh && { forceUpdate: 'true' }),
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
