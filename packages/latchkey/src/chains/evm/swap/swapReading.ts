/** What a call to a swap's contract was read to do. */
import type { SwapShape } from '../../../contract/swap.ts'
import type { Hex } from '../codec/abi.ts'
import { type Abi, type AbiValues, readArguments } from '../codec/abiArguments.ts'
import { parseAddress } from '../codec/address.ts'

/** A call that may be a swap. */
export interface SwapCall {
  /** The account that makes it. */
  readonly from: Hex
  readonly to: Hex
  /** Base units of the network's own currency. */
  readonly value: bigint
  readonly data: Hex
  /** Who should receive; absent: the account. It tells apart the two orders that 0x has written its arguments in. */
  readonly recipient?: Hex
}

/** An amount of a token, or of the network's own currency without one. */
export interface SwapLeg {
  readonly token?: Hex
  readonly amount: bigint
}

/** What a call does, as far as its bytes say; amounts in base units, never zero. */
export interface SwapReading {
  /** At most this leaves, the call's value included. */
  readonly pays: readonly SwapLeg[]
  /** At least this arrives. */
  readonly gets: readonly SwapLeg[]
  /** Who receives; absent: the account. */
  readonly to?: Hex
  /** Seconds since 1970; absent: it does not end. */
  readonly deadline?: bigint
  /** The tokens between the two, where the call names them. */
  readonly path?: readonly Hex[]
  /** The steps of a program, one byte each. */
  readonly steps?: Hex
  /** The contract that does the swap, where the called one only passes it on. */
  readonly through?: Hex
  /** The chain id of the network that it goes to; absent: the call's own. */
  readonly destination?: bigint
}

/** How one function is read. */
export interface SwapReader {
  readonly selector: Hex
  /** What the selector is the hash of. */
  readonly signature: string
  /** Undefined for what cannot be read to its end, or promises nothing that can be relied upon. */
  read(call: SwapCall, body: Hex): SwapReading | undefined
}

/** How the calls of each shape are read, by their first four bytes; a shape that is absent is not read. */
export type SwapReaders = { readonly [shape in SwapShape]?: readonly SwapReader[] }

/** The reader of calls that begin with these four bytes. */
export function readerOf(readers: readonly SwapReader[], data: Hex): SwapReader | undefined {
  const selector = data.slice(0, 10).toLowerCase()
  return readers.find(each => each.selector === selector)
}

/** What a call does by the reader of its first four bytes, one leg for each token; undefined where `readSwapCall` is. */
export function readBy(readers: readonly SwapReader[], call: SwapCall): SwapReading | undefined {
  const reading = readerOf(readers, call.data)?.read(call, `0x${call.data.slice(10)}`)
  return reading && { ...reading, pays: sumLegs(reading.pays), gets: sumLegs(reading.gets) }
}

/** A reader by a function's selector, name and arguments. */
export function swapReader<const Types extends readonly Abi<unknown>[]>(
  selector: Hex,
  name: string,
  types: Types,
  read: (values: AbiValues<Types>, call: SwapCall) => SwapReading | undefined,
): SwapReader {
  return {
    selector,
    signature: `${name}(${types.map(each => each.name).join(',')})`,
    read(call, body) {
      const values = readArguments(body, ...types)
      return values && read(values as AbiValues<Types>, call)
    },
  }
}

/** What the call itself carries. */
export function valueLeg({ value }: SwapCall): SwapLeg {
  return { amount: value }
}

/** Zero, and the address that stands for the network's own currency in most contracts. */
const stands = [0n, BigInt('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')]

/** Whether an address stands for the network's own currency. */
export function isNative(token: Hex): boolean {
  return stands.includes(BigInt(token))
}

/** Whether a token as the contract's terms write it is the network's own currency: without an address, or by one that stands for it. */
export function isNativeToken(token: string | undefined): boolean {
  if (token === undefined) return true
  const address = parseAddress(token)
  return address !== undefined && isNative(address)
}

/** A leg of a token, or of the network's own currency by an address that stands for it. */
export function legOf(token: Hex, amount: bigint): SwapLeg {
  return isNative(token) ? { amount } : { token, amount }
}

/** Names a receiver that is not the account. */
export function receivedBy(receiver: Hex, { from }: SwapCall): { readonly to?: Hex } {
  return receiver.toLowerCase() === from.toLowerCase() ? {} : { to: receiver }
}

/** One leg for each token, without those of zero. */
function sumLegs(legs: readonly SwapLeg[]): readonly SwapLeg[] {
  const sums = new Map<string, SwapLeg>()
  for (const { token, amount } of legs) {
    const key = token?.toLowerCase() ?? ''
    sums.set(key, { ...(token && { token }), amount: (sums.get(key)?.amount ?? 0n) + amount })
  }
  return [...sums.values()].filter(({ amount }) => amount > 0n)
}
