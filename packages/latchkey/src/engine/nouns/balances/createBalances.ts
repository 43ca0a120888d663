import { toDecimalString } from '../../../contract/amount.ts'
import type { ChainNamespace } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { limits } from '../../../contract/limits.ts'
import { accountResource } from '../../base/accountResource.ts'
import type { EngineContext } from '../../context.ts'
import { type ActiveAccount, activeAccount } from '../accounts/activeAccount.ts'
import type { KnownBalance } from '../accounts/projectState.ts'

export interface Balances {
  /**
   * Reads the native balance of a namespace's active account into the state: not on testnets, not where the adapter
   * cannot (SPEC §5), at most once in 30 s, and not within 30 s of a failure, unless forced, which the account's own
   * sending is reason for. Known balances stay known.
   * @throws LatchkeyError BALANCE_UNAVAILABLE, 'Token Balance Unavailable'.
   */
  refresh(namespace: ChainNamespace, options?: { readonly force?: boolean }): Promise<void>
}

/** What balances need of an engine. */
export type BalancesContext = Pick<
  EngineContext,
  'clock' | 'connections' | 'balances' | 'adapter' | 'rpc' | 'signal'
> & { readonly config: Pick<EngineContext['config'], 'networks' | 'basic'> }

/** The native balances of one engine. */
export function createBalances(ctx: BalancesContext): Balances {
  const resource = accountResource<ActiveAccount, KnownBalance | undefined, KnownBalance | undefined>(ctx, {
    subject: holder,
    read,
    join: (_, balance) => balance,
    fresh: limits.nativeBalanceCache,
    retryGap: limits.balanceRetryGap,
    // The head of an account that is come back to says what was found meanwhile.
    leaving: 'finished',
    answered({ caip10 }, balance) {
      if (balance) ctx.balances.dispatch({ type: 'known', caip10, balance })
    },
  })

  function holder(namespace?: ChainNamespace): ActiveAccount | undefined {
    const account = activeAccount(ctx, namespace)
    if (!account || ctx.config.basic) return undefined
    return account.network.testnet || isUnsupportedNetwork(account.network) ? undefined : account
  }

  async function read(
    { namespace, address, network }: ActiveAccount,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<KnownBalance | undefined> {
    const { nativeBalance } = await ctx.adapter(namespace)
    if (!nativeBalance) return undefined
    const rpc = ctx.rpc(network)
    const value = await nativeBalance((method, params) => rpc(method, params, signal), address, network)
    if (typeof value !== 'bigint' || value < 0n) throw createError('WALLET_BAD_ANSWER')
    const { decimals, symbol } = network.nativeCurrency
    return { amount: toDecimalString({ value, decimals }), symbol, at: ctx.clock.now() }
  }

  return {
    async refresh(namespace, { force = false } = {}) {
      const of = holder(namespace)
      const failure = of && (await resource.refresh({ of, force }))
      if (failure) throw createError('BALANCE_UNAVAILABLE', { cause: failure.cause })
    },
  }
}
