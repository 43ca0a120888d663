import type { Entry } from '../ledger/createHistory.ts'
import { fromJson } from '../rpc/exactJson.ts'

type Numeric = bigint | number

/** The line of a transaction; its amounts are bigints again. Undefined for a line that is none. */
export function restoreEntry(line: string): Entry | undefined {
  try {
    const stored = fromJson(line) as Omit<Entry, 'preBalances'> & { preBalances: readonly Numeric[] }
    if (typeof stored.signature !== 'string' || typeof stored.wire !== 'string') return undefined
    return {
      ...stored,
      slot: BigInt(stored.slot),
      blockTime: BigInt(stored.blockTime),
      fee: BigInt(stored.fee),
      unitsConsumed: BigInt(stored.unitsConsumed),
      preBalances: stored.preBalances.map(BigInt),
      postBalances: stored.postBalances.map(BigInt),
    }
  } catch {
    return undefined
  }
}
