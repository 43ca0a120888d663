/** The programs of Uniswap's universal routers, of the steps that can be explained. */
import type { Hex } from '../../codec/abi.ts'
import { address, bool, bytes, list, readArguments, uint256 } from '../../codec/abiArguments.ts'
import { parseAddress } from '../../codec/address.ts'
import {
  legOf,
  type SwapCall,
  type SwapLeg,
  type SwapReader,
  type SwapReading,
  swapReader,
  valueLeg,
} from '../swapReading.ts'

/** The receivers that the router takes for the sender and for itself. */
const [sender, itself] = [1n, 2n]

const program = [bytes, list(bytes)] as const

export const universalReaders: readonly SwapReader[] = [
  swapReader('0x3593564c', 'execute', [...program, uint256], ([steps, inputs, deadline], call) => {
    const read = readProgram(steps, inputs, call)
    return read && { ...read, deadline }
  }),
  swapReader('0x24856bc3', 'execute', program, ([steps, inputs], call) => readProgram(steps, inputs, call)),
]

/** A program, if every step of it is known and none may fail. */
function readProgram(steps: Hex, inputs: readonly Hex[], call: SwapCall): SwapReading | undefined {
  if (inputs.length === 0 || steps.length !== 2 + inputs.length * 2) return undefined
  const pays: SwapLeg[] = []
  const gets: SwapLeg[] = []
  const path: Hex[] = []
  for (const [at, input] of inputs.entries()) {
    const step = Number.parseInt(steps.slice(2 + at * 2, 4 + at * 2), 16)
    const read = readStep(step, input)
    if (!read) return undefined
    if (read.pays) pays.push(read.pays)
    path.push(...(read.path ?? []))
    if (read.to === undefined || read.gets === undefined || BigInt(read.to) === itself) continue
    if (BigInt(read.to) !== sender && BigInt(read.to) !== BigInt(call.from)) return undefined
    gets.push(read.gets)
  }
  return { pays: [...pays, valueLeg(call)], gets, path, steps }
}

interface Step {
  readonly pays?: SwapLeg
  readonly gets?: SwapLeg
  readonly to?: Hex
  readonly path?: readonly Hex[]
}

/** A step that may fail has its highest bit set, and is none of these. */
function readStep(step: number, input: Hex): Step | undefined {
  switch (step) {
    // V3_SWAP_EXACT_IN, V3_SWAP_EXACT_OUT, V2_SWAP_EXACT_IN, V2_SWAP_EXACT_OUT
    case 0x00:
    case 0x01:
    case 0x08:
    case 0x09:
      return readSwap(step, input)
    // SWEEP: what is left of a token; the zero address stands for the network's own currency
    case 0x04: {
      const read = readArguments(input, address, address, uint256)
      return read && { to: read[1], gets: legOf(read[0], read[2]) }
    }
    // UNWRAP_WETH
    case 0x0c: {
      const read = readArguments(input, address, uint256)
      return read && { to: read[0], gets: { amount: read[1] } }
    }
    // WRAP_ETH into the router itself; PAY_PORTION of what comes out, and PERMIT2_PERMIT, promise nothing
    case 0x0b: {
      const read = readArguments(input, address, uint256)
      return read && BigInt(read[0]) === itself ? {} : undefined
    }
    case 0x06:
    case 0x0a:
      return {}
    default:
      return undefined
  }
}

function readSwap(step: number, input: Hex): Step | undefined {
  const isV3 = step < 0x08
  const isOut = step % 8 === 1
  const read = isV3
    ? readArguments(input, address, uint256, uint256, bytes, bool)
    : readArguments(input, address, uint256, uint256, list(address), bool)
  if (!read) return undefined
  const [to, one, other, way, isByUser] = read
  const path = typeof way === 'string' ? readHops(way) : way
  const [first, last] = [path?.[0], path?.at(-1)]
  if (!path || path.length < 2 || !first || !last) return undefined
  // A path of V3 that ends in an exact amount is written from its end.
  const [paid, got] = isOut && isV3 ? [last, first] : [first, last]
  const [most, least] = isOut ? [other, one] : [one, other]
  return {
    to,
    path,
    gets: { token: got, amount: least },
    ...(isByUser && { pays: { token: paid, amount: most } }),
  }
}

/** The tokens of a path of V3: addresses of 20 bytes with 3 bytes of fee between them. */
function readHops(way: Hex): readonly Hex[] | undefined {
  const text = way.slice(2)
  if (text.length < 86 || (text.length - 40) % 46 !== 0) return undefined
  const hops = Array.from({ length: (text.length - 40) / 46 + 1 }, (_, at) =>
    parseAddress(`0x${text.slice(at * 46, at * 46 + 40).toLowerCase()}`),
  )
  return hops.every(hop => hop !== undefined) ? hops : undefined
}
