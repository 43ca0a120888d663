import type { FetchQueryOptions } from '@tanstack/query-core'
import type { ChainAdapter } from '../../../contract/adapter.ts'
import { toDecimalString } from '../../../contract/amount.ts'
import { addressOf, type CaipAddress } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { limits } from '../../../contract/limits.ts'
import type { Network } from '../../../contract/network.ts'
import type { EngineContext } from '../../context.ts'
import type { KnownBalance } from '../accounts/projectState.ts'

export interface NativeBalanceOptions {
  readonly caip10: CaipAddress
  readonly network: Network
  readonly nativeBalance: NonNullable<ChainAdapter['nativeBalance']>
}

/** Reads the native balance of one account; an answer is good for 30 s by the engine's clock (SPEC §9). */
export function nativeBalanceQuery(
  ctx: Pick<EngineContext, 'clock' | 'rpc'>,
  { caip10, network, nativeBalance }: NativeBalanceOptions,
): FetchQueryOptions<KnownBalance> {
  const { clock } = ctx
  return {
    queryKey: ['nativeBalance', caip10],
    async queryFn({ signal }) {
      const rpc = ctx.rpc(network)
      const value = await nativeBalance((method, params) => rpc(method, params, signal), addressOf(caip10))
      if (typeof value !== 'bigint' || value < 0n) throw createError('WALLET_BAD_ANSWER')
      const { decimals, symbol } = network.nativeCurrency
      return { amount: toDecimalString({ value, decimals }), symbol, at: clock.now() }
    },
    staleTime: ({ state: { data } }) =>
      data && Math.abs(clock.now() - data.at) < limits.nativeBalanceCache ? Number.POSITIVE_INFINITY : 0,
    // The RPC client under it retries already, and says itself when the page is offline.
    retry: false,
    networkMode: 'always',
    gcTime: Number.POSITIVE_INFINITY,
  }
}
