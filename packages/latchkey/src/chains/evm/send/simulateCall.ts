import type { RpcRequest } from '../../../contract/adapter.ts'
import type { Network } from '../../../contract/network.ts'
import type { BalanceChange, SentAsset, Simulation } from '../../../contract/send.ts'
import { fieldOf } from '../../foreign/readForeign.ts'
import { readWord } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'
import { nativeAddress, sumTransfers } from './sumTransfers.ts'
import { traceCalls } from './traceCalls.ts'
import type { AnyCall } from './transferCall.ts'

interface SimulateOptions {
  readonly call: AnyCall
  readonly network: Pick<Network, 'nativeCurrency'>
  /** The asset that the call moves, where that is known: a token's `transfer` can return false without failing. */
  readonly asset?: SentAsset
}

/**
 * Simulates a call: with balance changes by `eth_simulateV1` where the node has it, else only its success by
 * `eth_call`.
 */
export async function simulateCall(
  rpc: RpcRequest,
  options: SimulateOptions,
  signal: AbortSignal,
): Promise<Simulation> {
  const { call } = options
  // Both at once: most nodes have the one, all have the other, and neither waits.
  const [traced, plain] = await Promise.all([
    traceCalls(rpc, { calls: [call] }, signal).then(
      results => readResult(results?.[0], options),
      () => undefined,
    ),
    rpc('eth_call', [call, 'latest'], signal).then(
      answer => readCall(answer, options),
      async (cause: unknown): Promise<Simulation> => {
        const reasons = await loadReasons()
        const failure = reasons?.failureOf(cause)
        return failure ? { at: 'fails', ...failure } : { at: 'unknown' }
      },
    ),
  ])
  // One that says it fails is believed: the other may know less.
  if (plain.at === 'fails') return plain
  return traced ?? plain
}

/** Loads what reads the reasons of failures; without the chunk there are none. */
export function loadReasons() {
  return import('./revertReason.ts').catch(() => undefined)
}

/** A token may say no without reverting: by the word false. */
function readCall(answer: unknown, { asset }: SimulateOptions): Simulation {
  if (typeof answer !== 'string' || !answer.startsWith('0x')) return { at: 'unknown' }
  return { at: asset?.address !== undefined && readWord(answer) === 0n ? 'fails' : 'works' }
}

/** Reads one result of `traceCalls`; undefined when it says nothing. */
export async function readResult(result: unknown, options: SimulateOptions): Promise<Simulation | undefined> {
  const status = fieldOf(result, 'status')
  if (status === '0x0') {
    const reason = (await loadReasons())?.reasonOf(result)
    return { at: 'fails', ...(reason !== undefined && { reason }) }
  }
  if (status !== '0x1') return undefined
  if (readCall(fieldOf(result, 'returnData'), options).at === 'fails') return { at: 'fails' }
  const changes = changesOf(result, options)
  return { at: 'works', ...(changes && { changes }) }
}

/**
 * Returns the sender's balance changes by the transfers in the logs, losses first, without the fee. Undefined where the
 * list would be incomplete: a missing change could be the one that matters.
 */
function changesOf(result: unknown, options: SimulateOptions): readonly BalanceChange[] | undefined {
  const { call } = options
  const sums = sumTransfers(result, call.from)
  if (!sums) return undefined
  // Nodes that do not trace the currency itself: what the transaction carries leaves, unless it comes back to its sender.
  if (!sums.has(nativeAddress) && call.to?.toLowerCase() !== call.from.toLowerCase())
    sums.set(nativeAddress, -BigInt(call.value))
  return [...sums]
    .filter(([, change]) => change)
    .sort(([, a], [, b]) => (a < b ? -1 : 1))
    .map(([address, change]) => ({ asset: describe(address, options), change }))
}

function describe(address: string, { network, asset }: SimulateOptions): BalanceChange['asset'] {
  if (address === nativeAddress) {
    const { symbol, decimals } = network.nativeCurrency
    return { symbol, decimals }
  }
  const contract = parseAddress(address) as string
  const isSent = asset && parseAddress(asset.address) === contract
  return { address: contract, ...(isSent && { symbol: asset.symbol, decimals: asset.decimals }) }
}
