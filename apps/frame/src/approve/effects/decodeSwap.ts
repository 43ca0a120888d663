import { type Hex, readSwapCall } from 'latchkey/evmcodec'
import type { Effect } from './effect.ts'
import type { KnownContracts } from './knownContracts.ts'

/** A call that may be a swap at a router. */
export interface RouterCall {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
  readonly known: KnownContracts
}

/**
 * What a call to a known router pays at most, and promises at least. Undefined for any other contract (S1), for a call
 * that promises nothing, or nothing that is on a list, and for what this wallet cannot read to its end.
 */
export function decodeSwap({ known, ...call }: RouterCall): Extract<Effect, { is: 'swap' }> | undefined {
  const shape = known.routers.get(call.to.toLowerCase())
  const swap = shape && readSwapCall(shape, call)
  // What arrives on another network is no gain of this account here, and is not told as one.
  if (!swap || swap.destination !== undefined) return undefined
  const { pays, gets, to } = swap
  const isListed = gets.every(({ token }) => token === undefined || known.tokens.has(token.toLowerCase()))
  if (gets.length === 0 || !isListed) return undefined
  return { is: 'swap', by: call.to, pays, gets, ...(to && { to }) }
}
