/**
 * 0x: the AllowanceHolder lends the token to a Settler for one call, and the Settler keeps the promise. Source:
 * `0xProject/0x-settler`, `IAllowanceHolder.sol` and `ISettlerTakerSubmitted.sol`.
 */
import type { Hex } from '../../codec/abi.ts'
import { address, bytes, bytes32, list, tuple, uint256 } from '../../codec/abiArguments.ts'
import {
  isNative,
  legOf,
  receivedBy,
  type SwapCall,
  type SwapReader,
  type SwapReading,
  swapReader,
  valueLeg,
} from '../swapReading.ts'

/** A Settler's steps are not read: it reverts unless the least amount comes out. */
const mostActions = 256

/** `execute` of a Settler by itself, which takes nothing but the call's value. */
export const readSettler: SwapReader = swapReader(
  '0x1fff991f',
  'execute',
  [tuple(address, address, uint256), list(bytes, mostActions), bytes32],
  ([[one, other, least]], call) => {
    const [to, token] = inOrder(one, other, call)
    return { pays: [valueLeg(call)], gets: [legOf(token, least)], through: call.to, ...receivedBy(to, call) }
  },
)

/** `exec` of the AllowanceHolder around it. */
export const readAllowanceHolder: SwapReader = swapReader(
  '0x2213bc0b',
  'exec',
  [address, address, uint256, address, bytes],
  ([operator, token, amount, target, data], call): SwapReading | undefined => {
    const isOfNative = isNative(token)
    // Nothing is lent for the network's own currency, which is the call's value; else only the Settler may take it.
    const isLent = isOfNative
      ? (amount === 0n || amount === call.value) && (operator === target || BigInt(operator) === 0n)
      : operator === target
    if (!isLent || data.slice(0, 10).toLowerCase() !== readSettler.selector) return undefined
    const inner = readSettler.read({ ...call, to: target }, `0x${data.slice(10)}`)
    return inner && { ...inner, pays: isOfNative ? inner.pays : [{ token, amount }, ...inner.pays] }
  },
)

/** Receiver and token: Settlers have written them in both orders. The second is the receiver only where it should receive. */
function inOrder(one: Hex, other: Hex, { from, recipient = from }: SwapCall): readonly [to: Hex, token: Hex] {
  return BigInt(other) === BigInt(recipient) ? [other, one] : [one, other]
}
