/**
 * LI.FI's diamond, to another network: by Across, whose relayers pay out the named amount or nothing, and give back what was not paid out.
 * Source: AcrossFacetV4 1.0.0 of `lifinance/contracts`; read on 2026-11-29. Facets that promise no amount there are not read.
 */
import type { Hex } from '../../codec/abi.ts'
import {
  type Abi,
  address,
  bool,
  bytes,
  bytes32,
  list,
  text,
  tuple,
  uint,
  uint256,
} from '../../codec/abiArguments.ts'
import { checksumAddress } from '../../codec/address.ts'
import {
  isNative,
  legOf,
  receivedBy,
  type SwapCall,
  type SwapLeg,
  type SwapReader,
  type SwapReading,
  swapReader,
  valueLeg,
} from '../swapReading.ts'
import { type LifiSwap, lifiSwap, paidLegs } from './lifi.ts'

/** transactionId, bridge, integrator, referrer, sendingAssetId, receiver, minAmount, destinationChainId, hasSourceSwaps, hasDestinationCall */
const bridge = tuple(bytes32, text, text, address, address, address, uint256, uint256, bool, bool)
/**
 * receiverAddress, refundAddress, sendingAssetId, receivingAssetId, outputAmount, outputAmountMultiplier, exclusiveRelayer, quoteTimestamp,
 * fillDeadline, exclusivityParameter, message
 */
const across = tuple(
  bytes32,
  bytes32,
  bytes32,
  bytes32,
  uint256,
  uint(128),
  bytes32,
  uint(32),
  uint(32),
  uint(32),
  bytes,
)
type Bridge = typeof bridge extends Abi<infer Value> ? Value : never
type Across = typeof across extends Abi<infer Value> ? Value : never

/** What the multiplier counts in. */
const one = 10n ** 18n

/** Only a transfer to a receiver: no call there, to the receiver that both parts name, and refunds to the account. */
function toReading(
  [, , , , token, receiver, amount, destination, hasSwaps, hasCall]: Bridge,
  [to, refund, input, output, given, multiplier, , , , , message]: Across,
  swaps: readonly LifiSwap[] | undefined,
  call: SwapCall,
): SwapReading | undefined {
  const isPlain = !hasCall && message === '0x' && hasSwaps === (swaps !== undefined)
  const isForBoth =
    to === BigInt(receiver) && refund === BigInt(call.from) && (isNative(token) || input === BigInt(token))
  if (!isPlain || !isForBoth || output >> 160n) return undefined
  const pays = swaps ? swappedLegs(swaps, token, call) : bridgedLegs(token, amount, call)
  const bought: Hex = checksumAddress(output.toString(16).padStart(40, '0'))
  return (
    pays && {
      pays,
      gets: [legOf(bought, swaps ? (amount * multiplier) / one : given)],
      ...(swaps && { path: swaps.flatMap(each => [each[2], each[3]]) }),
      destination,
      ...receivedBy(receiver, call),
    }
  )
}

function bridgedLegs(token: Hex, amount: bigint, call: SwapCall): readonly SwapLeg[] | undefined {
  if (isNative(token)) return amount === call.value ? [valueLeg(call)] : undefined
  return [{ token, amount }, valueLeg(call)]
}

function swappedLegs(swaps: readonly LifiSwap[], token: Hex, call: SwapCall): readonly SwapLeg[] | undefined {
  const last = swaps.at(-1)?.[3]
  return last !== undefined && legOf(last, 1n).token === legOf(token, 1n).token
    ? paidLegs(swaps, call)
    : undefined
}

export const lifiAcrossReaders: readonly SwapReader[] = [
  swapReader('0xa1f1ce43', 'startBridgeTokensViaAcrossV4', [bridge, across], ([into, by], call) =>
    toReading(into, by, undefined, call),
  ),
  swapReader(
    '0x1794958f',
    'swapAndStartBridgeTokensViaAcrossV4',
    [bridge, list(lifiSwap), across],
    ([into, swaps, by], call) => toReading(into, by, swaps, call),
  ),
]
