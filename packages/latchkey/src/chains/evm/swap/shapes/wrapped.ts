/** The contract that wraps a network's own currency, one for one. */
import { uint256 } from '../../codec/abiArguments.ts'
import { type SwapReader, swapReader, valueLeg } from '../swapReading.ts'

export const wrappedReaders: readonly SwapReader[] = [
  swapReader('0xd0e30db0', 'deposit', [], (_, call) => ({
    pays: [valueLeg(call)],
    gets: [{ token: call.to, amount: call.value }],
  })),
  swapReader('0x2e1a7d4d', 'withdraw', [uint256], ([amount], call) => ({
    pays: [{ token: call.to, amount }, valueLeg(call)],
    gets: [{ amount }],
  })),
]
