import { type Hex, parseAddress, readAddress, readWord } from 'latchkey/evmcodec'
import type { Effect, SwapLeg } from './effect.ts'
import type { KnownContracts } from './knownContracts.ts'
import { readBytes, readBytesList, readList } from './readAbi.ts'
import type { RouterKind } from './routers.ts'

/** A call that may be a swap at a router. */
export interface SwapCall {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly selector: string
  /** The arguments, without the selector. */
  readonly body: Hex
  readonly known: KnownContracts
}

interface ReadSwap {
  readonly pays: readonly SwapLeg[]
  readonly gets: readonly SwapLeg[]
  /** Who gets it, where that is not the account. */
  readonly to?: Hex
}

/**
 * What a call to a known router pays at most, and promises at least. Undefined for any other contract (S1), for a call
 * that promises nothing, or nothing that is on a list, and for what this wallet cannot read to its end.
 */
export function decodeSwap(call: SwapCall): Extract<Effect, { is: 'swap' }> | undefined {
  const kind = call.known.routers.get(call.to.toLowerCase())
  const read = kind && Object.hasOwn(readers[kind], call.selector) ? readers[kind][call.selector] : undefined
  const swap = read?.(call)
  if (!swap) return undefined
  const [gets, pays] = [sumOf(swap.gets), sumOf([...swap.pays, ...native(call.value)])]
  const isListed = gets.every(
    ({ token }) => token === undefined || call.known.tokens.has(token.toLowerCase()),
  )
  if (gets.length === 0 || !isListed) return undefined
  return { is: 'swap', by: call.to, pays, gets, ...(swap.to && { to: swap.to }) }
}

type Read = (call: SwapCall) => ReadSwap | undefined

/** Calls of V2's router: where their amounts, path and receiver are, and which side is the network's own currency. */
const v2 =
  (places: {
    readonly pays?: number
    readonly gets: number
    readonly path: number
    readonly to: number
    readonly getsNative?: boolean
  }): Read =>
  ({ from, body }) => {
    const path = readPath(body, places.path)
    const [most, least] = [readWord(body, places.pays ?? 0), readWord(body, places.gets)]
    const receiver = addressAt(body, places.to)
    if (!path || most === undefined || least === undefined || !receiver) return undefined
    return {
      pays: places.pays === undefined ? [] : [{ token: path.first, amount: most }],
      gets: [places.getsNative ? { amount: least } : { token: path.last, amount: least }],
      ...receivedBy(receiver, from),
    }
  }

/** exactInputSingle of V3's routers: a tuple of plain words. */
const single =
  (places: { readonly pays: number; readonly gets: number; readonly sender?: bigint }): Read =>
  ({ from, body }) => {
    const [token, other, receiver] = [addressAt(body, 0), addressAt(body, 1), addressAt(body, 3)]
    const [most, least] = [readWord(body, places.pays), readWord(body, places.gets)]
    if (!token || !other || !receiver || most === undefined || least === undefined) return undefined
    const isSender = places.sender !== undefined && BigInt(receiver) === places.sender
    return {
      pays: [{ token, amount: most }],
      gets: [{ token: other, amount: least }],
      ...(isSender ? {} : receivedBy(receiver, from)),
    }
  }

const readers: Readonly<Record<RouterKind, Readonly<Record<string, Read>>>> = {
  v2: {
    // swapExactTokensForTokens, also of tokens that take a fee, and swapTokensForExactTokens
    '0x38ed1739': v2({ pays: 0, gets: 1, path: 2, to: 3 }),
    '0x5c11d795': v2({ pays: 0, gets: 1, path: 2, to: 3 }),
    '0x8803dbee': v2({ pays: 1, gets: 0, path: 2, to: 3 }),
    // swapExactTokensForETH, also of tokens that take a fee, and swapTokensForExactETH
    '0x18cbafe5': v2({ pays: 0, gets: 1, path: 2, to: 3, getsNative: true }),
    '0x791ac947': v2({ pays: 0, gets: 1, path: 2, to: 3, getsNative: true }),
    '0x4a25d94a': v2({ pays: 1, gets: 0, path: 2, to: 3, getsNative: true }),
    // swapExactETHForTokens, also of tokens that take a fee, and swapETHForExactTokens
    '0x7ff36ab5': v2({ gets: 0, path: 1, to: 2 }),
    '0xb6f9de95': v2({ gets: 0, path: 1, to: 2 }),
    '0xfb3bdb41': v2({ gets: 0, path: 1, to: 2 }),
  },
  // exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))
  v3: { '0x414bf389': single({ pays: 5, gets: 6 }) },
  // exactInputSingle((address,address,uint24,address,uint256,uint256,uint160)), where 1 stands for the sender
  router02: { '0x04e45aaf': single({ pays: 4, gets: 5, sender: 1n }) },
  universal: {
    // execute(bytes,bytes[],uint256) and execute(bytes,bytes[])
    '0x3593564c': call => readUniversal(call),
    '0x24856bc3': call => readUniversal(call),
  },
}

/** The receivers that a universal router takes for the sender and for itself. */
const [sender, itself] = [1n, 2n]

/** A program of the universal router, if every step of it is known and none may fail. */
function readUniversal({ from, body }: SwapCall): ReadSwap | undefined {
  const [steps, inputs] = [readBytes(body, 0), readBytesList(body, 1)]
  if (!steps || !inputs || inputs.length === 0 || steps.length !== 2 + inputs.length * 2) return undefined
  const pays: SwapLeg[] = []
  const gets: SwapLeg[] = []
  for (const [at, input] of inputs.entries()) {
    const step = Number.parseInt(steps.slice(2 + at * 2, 4 + at * 2), 16)
    const read = readStep(step, input)
    if (!read) return undefined
    if (read.pays) pays.push(read.pays)
    if (read.to === undefined || read.gets === undefined || BigInt(read.to) === itself) continue
    if (BigInt(read.to) !== sender && BigInt(read.to) !== BigInt(from)) return undefined
    gets.push(read.gets)
  }
  return { pays, gets }
}

interface Step {
  readonly pays?: SwapLeg
  readonly gets?: SwapLeg
  readonly to?: Hex
}

/** A step that may fail has its highest bit set, and is none of these. */
function readStep(step: number, input: Hex): Step | undefined {
  const nothing: Step = {}
  switch (step) {
    // V3_SWAP_EXACT_IN, V3_SWAP_EXACT_OUT, V2_SWAP_EXACT_IN, V2_SWAP_EXACT_OUT
    case 0x00:
    case 0x01:
    case 0x08:
    case 0x09: {
      const isV3 = step < 0x08
      const isOut = step % 8 === 1
      const path = isV3 ? readHops(input, 3) : readPath(input, 3)
      const [to, one, other, byUser] = [
        addressAt(input, 0),
        readWord(input, 1),
        readWord(input, 2),
        readWord(input, 4),
      ]
      if (!path || !to || one === undefined || other === undefined || byUser === undefined) return undefined
      // A path of V3 that ends in an exact amount is written from its end.
      const [paid, got] = isOut && isV3 ? [path.last, path.first] : [path.first, path.last]
      const [most, least] = isOut ? [other, one] : [one, other]
      return {
        to,
        gets: { token: got, amount: least },
        ...(byUser !== 0n && { pays: { token: paid, amount: most } }),
      }
    }
    // SWEEP: what is left of a token; the zero address stands for the network's own currency
    case 0x04: {
      const [token, to, least] = [addressAt(input, 0), addressAt(input, 1), readWord(input, 2)]
      if (!token || !to || least === undefined) return undefined
      return { to, gets: BigInt(token) === 0n ? { amount: least } : { token, amount: least } }
    }
    // UNWRAP_WETH
    case 0x0c: {
      const [to, least] = [addressAt(input, 0), readWord(input, 1)]
      return to && least !== undefined ? { to, gets: { amount: least } } : undefined
    }
    // WRAP_ETH into the router itself; PAY_PORTION of what comes out, and PERMIT2_PERMIT, promise nothing
    case 0x0b: {
      const to = addressAt(input, 0)
      return to && BigInt(to) === itself ? nothing : undefined
    }
    case 0x06:
    case 0x0a:
      return nothing
    default:
      return undefined
  }
}

/** The two ends of a path of V2: a list of addresses. */
function readPath(body: Hex, index: number): { readonly first: Hex; readonly last: Hex } | undefined {
  const list = readList(body, index)
  if (!list || list.length < 2) return undefined
  const [first, last] = [addressAt(body, list.start / 32), addressAt(body, list.start / 32 + list.length - 1)]
  return first && last && { first, last }
}

/** The two ends of a path of V3: addresses of 20 bytes with 3 bytes of fee between them. */
function readHops(body: Hex, index: number): { readonly first: Hex; readonly last: Hex } | undefined {
  const bytes = readBytes(body, index)?.slice(2)
  if (!bytes || bytes.length < 86 || (bytes.length - 40) % 46 !== 0) return undefined
  const [first, last] = [parseAddress(`0x${bytes.slice(0, 40)}`), parseAddress(`0x${bytes.slice(-40)}`)]
  return first && last && { first, last }
}

function receivedBy(receiver: Hex, from: Hex): { readonly to?: Hex } {
  return receiver.toLowerCase() === from.toLowerCase() ? {} : { to: receiver }
}

function native(value: bigint): readonly SwapLeg[] {
  return value > 0n ? [{ amount: value }] : []
}

/** One leg for each token, without those of zero. */
function sumOf(legs: readonly SwapLeg[]): readonly SwapLeg[] {
  const sums = new Map<string, SwapLeg>()
  for (const { token, amount } of legs) {
    const key = token?.toLowerCase() ?? ''
    sums.set(key, { ...(token && { token }), amount: (sums.get(key)?.amount ?? 0n) + amount })
  }
  return [...sums.values()].filter(({ amount }) => amount > 0n)
}

function addressAt(body: Hex, index: number): Hex | undefined {
  return parseAddress(readAddress(body, index))
}
