import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import { type Hex, readAddress, readWord } from '../codec/abi.ts'
import { parseAddress } from '../codec/address.ts'

const mostLogs = 200
/** How `Transfer` begins (ERC-20, ERC-721), and `TransferSingle` and `TransferBatch` of ERC-1155. */
const transfers = /^0x(ddf252ad|c3d58168|4a39dc06)/
/** The address that `eth_simulateV1` uses for transfers of the native currency. */
export const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/**
 * Sums the balance changes of an account by contract (in lower case), from the transfer logs of a call. Undefined when
 * there are more logs than are read, or collectibles among them.
 */
export function sumTransfers(result: unknown, account: string): Map<string, bigint> | undefined {
  const logs = itemsOf(fieldOf(result, 'logs'), mostLogs + 1)
  if (!logs || logs.length > mostLogs) return undefined
  const sums = new Map<string, bigint>()
  const own = account.toLowerCase() as Hex
  for (const log of logs) {
    const [kind, ...topics] = itemsOf(fieldOf(log, 'topics'), 5) ?? []
    if (typeof kind !== 'string' || !transfers.test(kind)) continue
    const named = topics.map(topic => readAddress(topic))
    // Contracts from before ERC-721 do not say in topics whose it is.
    if (topics[1] && !named.includes(own)) continue
    const asset = parseAddress(fieldOf(log, 'address'))?.toLowerCase()
    const value = readWord(fieldOf(log, 'data'))
    if (topics.length !== 2 || !asset || value === undefined) return undefined
    const [from, to] = named
    sums.set(asset, (sums.get(asset) ?? 0n) + (to === own ? value : 0n) - (from === own ? value : 0n))
  }
  return sums
}
