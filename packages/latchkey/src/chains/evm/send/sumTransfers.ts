import { readAddress, readWord } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'
import { fieldOf, itemsOf } from '../readForeign.ts'

/** Of one call's logs as many are read. */
export const mostLogs = 200
/** `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Where `eth_simulateV1` says that the network's own currency moves. */
export const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** What an account has more or less of by the transfers that logs tell, by the contract in lower case. */
export function sumTransfers(logs: readonly unknown[], account: string): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  const own = account.toLowerCase()
  for (const log of logs) {
    const topics = itemsOf(fieldOf(log, 'topics'), 5)
    const asset = parseAddress(fieldOf(log, 'address'))?.toLowerCase()
    const value = readWord(fieldOf(log, 'data'))
    // A fourth topic is the number of a collectible.
    if (topics?.length !== 3 || topics[0] !== transferTopic || !asset || value === undefined) continue
    const add = (change: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + change)
    if (readAddress(topics[1]) === own) add(-value)
    if (readAddress(topics[2]) === own) add(value)
  }
  return sums
}
