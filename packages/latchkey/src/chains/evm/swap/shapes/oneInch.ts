/** `swap` of 1inch's AggregationRouterV6. */
import { address, bytes, tuple, uint256 } from '../../codec/abiArguments.ts'
import { isNative, legOf, receivedBy, type SwapReader, swapReader, valueLeg } from '../swapReading.ts'

const description = tuple(address, address, address, address, uint256, uint256, uint256)

export const oneInchReaders: readonly SwapReader[] = [
  swapReader('0x07ed2379', 'swap', [address, description, bytes], ([, desc], call) => {
    const [token, other, , to, most, least, flags] = desc
    // Each of its flags breaks a promise: a part is enough, more of the own currency is taken, or Permit2 is asked.
    if (flags !== 0n || (isNative(token) && most !== call.value)) return undefined
    return {
      pays: isNative(token) ? [valueLeg(call)] : [{ token, amount: most }, valueLeg(call)],
      gets: [legOf(other, least)],
      ...(BigInt(to) === 0n ? {} : receivedBy(to, call)),
    }
  }),
]
