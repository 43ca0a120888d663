import type { QueryClient } from '@tanstack/query-core'
import type { ChainNamespace } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { limits } from '../../../contract/limits.ts'
import type { EngineContext } from '../../context.ts'
import { networkOf } from '../accounts/projectState.ts'
import { nativeBalanceQuery } from './nativeBalanceQuery.ts'

export interface Balances {
  /**
   * Reads the native balance of a namespace's active account into the state: not on testnets, not where the adapter
   * cannot (SPEC §5), at most once in 30 s, and not within 30 s of a failure, unless forced, which the account's own
   * sending is reason for. What was known stays known.
   * @throws LatchkeyError BALANCE_UNAVAILABLE, 'Token Balance Unavailable'.
   */
  refresh(namespace: ChainNamespace, options?: { readonly force?: boolean }): Promise<void>
  destroy(): void
}

/** What balances need of an engine. */
export type BalancesContext = Pick<
  EngineContext,
  'clock' | 'connections' | 'balances' | 'adapter' | 'rpc' | 'signal'
> & { readonly config: Pick<EngineContext['config'], 'networks' | 'basic'> }

/** The balances of one engine over a query cache of its own, fetched with the first question. */
export function createBalances(ctx: BalancesContext): Balances {
  const failures = new Map<string, number>()
  /** What was forced last and is under way. */
  const forced = new Map<string, Promise<void>>()
  let loading: Promise<QueryClient> | undefined

  function queries(): Promise<QueryClient> {
    loading ??= import('./createQueries.ts').then(({ createQueries }) => createQueries())
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  return {
    async refresh(namespace, { force = false } = {}) {
      const connections = ctx.connections.getState()
      const caip10 = connections.active[namespace]?.caip10
      const network = networkOf(connections, ctx.config.networks, namespace)
      if (!caip10 || ctx.config.basic || network.testnet || isUnsupportedNetwork(network)) return
      const failed = failures.get(caip10)
      if (!force && failed !== undefined && Math.abs(ctx.clock.now() - failed) < limits.balanceRetryGap)
        return
      const ask = async (): Promise<void> => {
        try {
          const { nativeBalance } = await ctx.adapter(namespace)
          if (!nativeBalance) return
          const client = await queries()
          const query = nativeBalanceQuery(ctx, { caip10, network, nativeBalance })
          // An answer under way may be from before.
          if (force) await client.cancelQueries({ queryKey: query.queryKey })
          const balance = await client.fetchQuery({ ...query, ...(force && { staleTime: 0 }) })
          failures.delete(caip10)
          if (!ctx.signal.aborted) ctx.balances.dispatch({ type: 'known', caip10, balance })
        } catch (cause) {
          if (ctx.signal.aborted) return
          // A newer question took over from this one.
          const since = forced.get(caip10)
          if (since && since !== run) return since
          failures.set(caip10, ctx.clock.now())
          throw createError('BALANCE_UNAVAILABLE', { cause })
        }
      }
      const run = ask()
      if (!force) return run
      forced.set(caip10, run)
      return run.finally(() => {
        if (forced.get(caip10) === run) forced.delete(caip10)
      })
    },
    destroy() {
      loading?.then(
        client => client.cancelQueries().finally(() => client.clear()),
        () => undefined,
      )
    },
  }
}
