/** `exactInputSingle` of Uniswap V3's two routers. */
import { address, tuple, uint, uint256 } from '../../codec/abiArguments.ts'
import { receivedBy, type SwapReader, swapReader, valueLeg } from '../swapReading.ts'

/** The receiver that SwapRouter02 takes for the sender. */
const sender = 1n

export const v3Readers: readonly SwapReader[] = [
  swapReader(
    '0x414bf389',
    'exactInputSingle',
    [tuple(address, address, uint(24), address, uint256, uint256, uint256, uint(160))],
    ([[token, other, , to, deadline, most, least]], call) => ({
      pays: [{ token, amount: most }, valueLeg(call)],
      gets: [{ token: other, amount: least }],
      deadline,
      ...receivedBy(to, call),
    }),
  ),
]

export const router02Readers: readonly SwapReader[] = [
  swapReader(
    '0x04e45aaf',
    'exactInputSingle',
    [tuple(address, address, uint(24), address, uint256, uint256, uint(160))],
    ([[token, other, , to, most, least]], call) => ({
      pays: [{ token, amount: most }, valueLeg(call)],
      gets: [{ token: other, amount: least }],
      ...(BigInt(to) === sender ? {} : receivedBy(to, call)),
    }),
  ),
]
