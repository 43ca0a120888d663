import type { RpcRequest } from '../../../contract/adapter.ts'
import type { Network } from '../../../contract/network.ts'
import type { BalanceChange, Simulation } from '../../../contract/send.ts'
import { readResult } from './simulateCall.ts'
import { traceCalls } from './traceCalls.ts'
import type { AnyCall } from './transferCall.ts'

/**
 * Simulates several calls of one account in order by `eth_simulateV1`. Unknown on nodes without it, because a call that
 * depends on another cannot be tried alone.
 */
export async function simulateCalls(
  rpc: RpcRequest,
  options: { readonly calls: readonly AnyCall[]; readonly network: Pick<Network, 'nativeCurrency'> },
  signal: AbortSignal,
): Promise<Simulation> {
  const { calls, network } = options
  const results = await traceCalls(rpc, { calls }, signal).catch(() => undefined)
  const changes = new Map<string, BalanceChange>()
  let isKnown = true
  for (const [at, call] of calls.entries()) {
    const traced = await readResult(results?.[at], { call, network })
    if (traced?.at === 'fails') return traced
    const own = traced?.at === 'works' ? traced.changes : undefined
    // One after it may still fail.
    if (!own) isKnown = false
    for (const { asset, change } of own ?? []) {
      const key = asset.address ?? ''
      changes.set(key, { asset, change: (changes.get(key)?.change ?? 0n) + change })
    }
  }
  if (!isKnown) return { at: 'unknown' }
  const all = [...changes.values()].filter(({ change }) => change)
  return { at: 'works', changes: all.sort((a, b) => (a.change < b.change ? -1 : 1)) }
}
