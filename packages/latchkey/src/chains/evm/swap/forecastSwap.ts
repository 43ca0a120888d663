import type { RpcRequest } from '../../../contract/adapter.ts'
import { addressOf } from '../../../contract/caip.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { TransferFee, WalletCall } from '../../../contract/send.ts'
import type { SwapForecast, SwapTerms } from '../../../contract/swap.ts'
import { fieldOf } from '../../foreign/readForeign.ts'
import { textOf } from '../../foreign/textOf.ts'
import { type Hex, readWord } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'
import { parseQuantity } from '../codec/hex.ts'
import { askGasPrice, estimateFee } from '../send/estimateFee.ts'
import { checkChain } from '../send/nextNonce.ts'
import { reasonOf } from '../send/revertReason.ts'
import { toCall } from '../send/sendCall.ts'
import { simulateCall } from '../send/simulateCall.ts'
import { traceCalls } from '../send/traceCalls.ts'
import type { AnyCall } from '../send/transferCall.ts'
import { checkDecimals } from './checkDecimals.ts'
import { approveSelector, encodeApproval } from './encodeApproval.ts'
import { failureOfReason } from './failureOfReason.ts'
import { feeOfCalls } from './feeOfCalls.ts'
import { judgeSwap } from './judgeSwap.ts'
import { balanceReader, swapReads, tokenOf } from './swapReads.ts'

interface SwapCalls {
  readonly calls: readonly WalletCall[]
  readonly terms: SwapTerms
  readonly spender?: string
}

/** The outcome of the calls, and the gas that they took; undefined where no node says it. */
type Tried = Omit<SwapForecast, 'fee'> & {
  readonly calls: readonly AnyCall[]
  readonly gas?: bigint | undefined
}

/**
 * Tries the calls of a swap in order, as if each had been mined after the other, and compares what they do with the terms (T70). An approval
 * that the token refuses is tried again with one of zero before it.
 * @throws LatchkeyError SWAP_UNSAFE with `context.reason`, RPC_ABORTED, SEND_FAILED when the nodes are of another chain (F16).
 */
export async function forecastSwap(
  rpc: RpcRequest,
  swap: SwapCalls,
  signal: AbortSignal,
): Promise<SwapForecast> {
  const { network } = swap.terms
  const [, price, { calls, gas, ...foreseen }] = await Promise.all([
    checkChain(rpc, network.caipNetworkId, signal).catch(cause => {
      // A node that cannot be asked at all leaves the other answers out too.
      if (isLatchkeyError(cause, 'SEND_FAILED') || signal.aborted) throw cause
    }),
    askGasPrice(rpc, signal),
    trySwap(rpc, swap, signal),
    checkDecimals(rpc, swap.terms, signal),
  ])
  const fee = await readFee()
  if (signal.aborted) throw createError('RPC_ABORTED')
  return { fee, ...foreseen }

  async function readFee(): Promise<TransferFee | undefined> {
    if (foreseen.simulation.at === 'fails') return undefined
    const [only, second] = calls
    // A call that needs no other is estimated by every node.
    if (gas === undefined && only && !second) return estimateFee(rpc, { call: only, network }, signal)
    return gas === undefined || !price ? undefined : feeOfCalls(rpc, { calls, network, gas, price }, signal)
  }
}

async function trySwap(rpc: RpcRequest, swap: SwapCalls, signal: AbortSignal): Promise<Tried> {
  const tried = await tryOnce(rpc, swap, signal)
  const approval = swap.calls.findIndex(({ data }) => data?.startsWith(approveSelector))
  const token = tokenOf(swap.terms.sell)
  if (tried.failure !== 'approval' || approval === -1 || !token || !swap.spender) return tried
  const zero = encodeApproval({ token, spender: swap.spender, amount: 0n })
  const calls = [...swap.calls.slice(0, approval), zero, ...swap.calls.slice(approval)]
  const again = await tryOnce(rpc, { ...swap, calls }, signal)
  return again.simulation.at === 'works' ? { ...again, zeroFirst: true } : tried
}

async function tryOnce(rpc: RpcRequest, swap: SwapCalls, signal: AbortSignal): Promise<Tried> {
  const { terms } = swap
  const from = parseAddress(addressOf(terms.from))
  if (!from) throw createError('SEND_INCOMPLETE')
  const spender = swap.spender === undefined ? undefined : parseAddress(swap.spender)
  const calls = swap.calls.map(call => ({ from, ...toCall(call) }))
  const reads = swapReads(from, terms, spender)
  const sequence = [...reads.calls, ...calls, ...reads.calls]
  let answered: readonly unknown[] | undefined
  try {
    answered = await traceCalls(rpc, { calls: sequence, stateOverrides: balanceReader }, signal)
  } catch (cause) {
    // Nodes refuse the whole when the account does not hold what a call carries.
    const words = textOf(fieldOf(fieldOf(cause, 'cause') ?? cause, 'message'), 200)
    if (words !== undefined && /insufficient (?:funds|balance)/i.test(words))
      return { calls, simulation: { at: 'fails', reason: words }, failure: 'funds' }
  }
  if (!answered) return tryAlone(rpc, { calls, terms }, signal)
  const asked = reads.calls.length
  const results = answered.slice(asked, asked + calls.length)
  for (const [at, result] of results.entries()) {
    const isApproval = calls[at]?.data?.startsWith(approveSelector) === true
    const failed = failedResult(result, isApproval)
    if (failed) return { calls, ...failed }
  }
  if (!results.every(result => fieldOf(result, 'status') === '0x1'))
    return { calls, simulation: { at: 'unknown' } }
  const changes = judgeSwap({
    terms,
    spender: spender?.toLowerCase(),
    value: calls.reduce((sum, { value }) => sum + BigInt(value), 0n),
    results,
    before: reads.read(answered.slice(0, asked)),
    after: reads.read(answered.slice(asked + calls.length)),
  })
  const used = results.map(result => parseQuantity(fieldOf(result, 'gasUsed')))
  const gas = used.reduce((sum, each) => (sum === undefined || !each ? undefined : sum + each), 0n)
  return { calls, gas, simulation: changes ? { at: 'works', changes } : { at: 'unknown' } }
}

/** A token may refuse an approval without reverting, too: by the word false. */
function failedResult(result: unknown, isApproval: boolean): Omit<SwapForecast, 'fee'> | undefined {
  const status = fieldOf(result, 'status')
  const isRefused = isApproval && status === '0x1' && readWord(fieldOf(result, 'returnData')) === 0n
  if (status !== '0x0' && !isRefused) return undefined
  const reason = isRefused ? undefined : reasonOf(result)
  const failure = isApproval ? 'approval' : failureOfReason(reason)
  return {
    simulation: { at: 'fails', ...(reason !== undefined && { reason }) },
    ...(failure && { failure }),
  }
}

/** Nodes without `eth_simulateV1` can try one call; that it works does not say what it does. */
async function tryAlone(
  rpc: RpcRequest,
  {
    calls,
    terms,
  }: { readonly calls: readonly (AnyCall & { readonly to: Hex })[]; readonly terms: SwapTerms },
  signal: AbortSignal,
): Promise<Tried> {
  const [only, second] = calls
  if (!only || second) return { calls, simulation: { at: 'unknown' } }
  const simulation = await simulateCall(rpc, { call: only, network: terms.network }, signal)
  if (simulation.at !== 'fails') return { calls, simulation: { at: 'unknown' } }
  const failure = failureOfReason(simulation.reason)
  return { calls, simulation, ...(failure && { failure }) }
}
