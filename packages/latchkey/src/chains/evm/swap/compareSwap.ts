import { addressOf, type CaipNetworkId, networkIdOf } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { isSameAddress } from '../../../contract/isSameAddress.ts'
import type { BuiltSwap, ReadSwap, SwapContract, SwapTerms } from '../../../contract/swap.ts'
import type { Hex } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'
import { parseQuantity } from '../codec/hex.ts'
import {
  isNativeToken,
  readBy,
  readerOf,
  type SwapCall,
  type SwapReaders,
  type SwapReading,
} from './swapReading.ts'

/** Why a transaction is not what was agreed: `context.reason` of SWAP_UNSAFE. */
export type UnsafeReason =
  | 'contract'
  | 'spender'
  | 'selector'
  | 'recipient'
  | 'token'
  | 'least'
  | 'most'
  | 'value'
  | 'network'
  | 'deadline'
  | 'unreadable'
  /** By a simulation: more leaves, less arrives, something else leaves, or is allowed. */
  | 'loss'
  | 'gain'
  | 'other-asset'
  | 'allowance'
  /** By a token's own word. */
  | 'decimals'

/**
 * Reads a transaction by the `readers` of its contract's shape and compares it with the terms (T70).
 * @throws LatchkeyError SWAP_UNSAFE with `context.reason`, an `UnsafeReason`, for whatever cannot be read to its end too.
 */
export function compareSwap(
  built: BuiltSwap,
  terms: SwapTerms,
  contracts: readonly SwapContract[],
  readers: SwapReaders,
): ReadSwap {
  const network = terms.network.caipNetworkId
  if (networkIdOf(terms.from) !== network) throw unsafe('network')
  const call = toSwapCall(built, terms)
  const listed = contracts.filter(each => each.network === network && each.provider === built.provider)
  const contract = listed.find(each => isSameAddress(each.address, call.to))
  if (!contract) throw unsafe('contract')
  checkSpender(built, terms, contract)
  const known = readers[contract.shape] ?? []
  if (!readerOf(known, call.data)) throw unsafe('selector')
  const reading = readBy(known, call)
  if (!reading) throw unsafe('unreadable')
  // AllowanceHolder passes a call on to any contract: only a Settler that is on the list keeps the promise in it.
  const { through } = reading
  if (through && !listed.some(each => isSettler(each, contract) && isSameAddress(each.address, through)))
    throw unsafe('contract')
  checkWhere(reading, terms, call)
  if (terms.until !== undefined && (reading.deadline ?? 0n) > BigInt(terms.until)) throw unsafe('deadline')
  return { shape: contract.shape, ...amountsOf(reading, terms, call) }
}

/** The list has a Settler as a contract that no token is allowed to: an approval to it can be taken by any account. */
function isSettler(listed: SwapContract, called: SwapContract): boolean {
  return listed.shape === called.shape && !listed.spender
}

/** The error of a transaction that is not what was agreed. */
export function unsafe(reason: UnsafeReason): Error {
  return createError('SWAP_UNSAFE', { context: { reason } })
}

function toSwapCall({ call }: BuiltSwap, { from, recipient }: SwapTerms): SwapCall {
  const { data = '0x', value = 0n } = call
  const [account, to] = [parseAddress(addressOf(from)), parseAddress(call.to)]
  const [units, receiver] = [
    typeof value === 'bigint' ? value : parseQuantity(value),
    recipient === undefined ? undefined : parseAddress(recipient),
  ]
  if (units === undefined || units < 0n) throw unsafe('value')
  if (!account || !to || !/^0x(?:[\da-f]{2})*$/i.test(data)) throw unsafe('unreadable')
  if (recipient !== undefined && !receiver) throw unsafe('recipient')
  return { from: account, to, value: units, data: data as Hex, ...(receiver && { recipient: receiver }) }
}

/** Only the called contract itself may take a token, and only where the list says so; nothing else needs an approval. */
function checkSpender({ spender }: BuiltSwap, { sell }: SwapTerms, contract: SwapContract): void {
  const isNeeded = !isNativeToken(sell.address) && contract.shape !== 'wrapped'
  if (!isNeeded) {
    if (spender !== undefined) throw unsafe('spender')
    return
  }
  if (spender === undefined || !contract.spender || !isSameAddress(spender, contract.address))
    throw unsafe('spender')
}

function checkWhere({ to, destination }: SwapReading, terms: SwapTerms, call: SwapCall): void {
  const { network, toNetworkId = network.caipNetworkId } = terms
  const there: CaipNetworkId =
    destination === undefined ? network.caipNetworkId : `eip155:${destination.toString()}`
  if (there !== toNetworkId) throw unsafe('network')
  if (!isSameAddress(to ?? call.from, call.recipient ?? call.from)) throw unsafe('recipient')
}

function amountsOf(
  { pays, gets, destination }: SwapReading,
  { sell, buy, most, least }: SwapTerms,
  { value }: SwapCall,
): Pick<ReadSwap, 'most' | 'least'> {
  // Beside the currency itself nothing of it leaves: not as a fee either.
  const isNative = isNativeToken(sell.address)
  if (!isNative && value !== 0n) throw unsafe('value')
  if (destination === undefined && isSameToken(sell.address, buy.address)) throw unsafe('token')
  if (pays.length > 1 || pays.some(({ token }) => !isSameToken(token, sell.address))) throw unsafe('token')
  if (gets.length > 1 || gets.some(({ token }) => !isSameToken(token, buy.address))) throw unsafe('token')
  const [paid, got] = [pays[0]?.amount ?? 0n, gets[0]?.amount ?? 0n]
  if (paid === 0n || paid > most.value) throw unsafe(isNative ? 'value' : 'most')
  if (got === 0n || got < least.value) throw unsafe('least')
  return { most: paid, least: got }
}

function isSameToken(one: string | undefined, other: string | undefined): boolean {
  if (isNativeToken(one) || isNativeToken(other)) return isNativeToken(one) === isNativeToken(other)
  return one !== undefined && other !== undefined && isSameAddress(one, other)
}
