import type { Address } from '@solana/kit'
import type { LoadedAddresses } from './loadAddresses.ts'
import type { RunDescription } from './readRun.ts'
import type { TokenBalance } from './tokenBalances.ts'
import type { TransactionError } from './transactionError.ts'

/** Transactions that a chain remembers, the newest ones. */
const largestHistory = 20_000

/** Balances around a run, in the order of the transaction's accounts. */
export interface Balances {
  readonly preBalances: readonly bigint[]
  readonly postBalances: readonly bigint[]
  readonly preTokenBalances: readonly TokenBalance[]
  readonly postTokenBalances: readonly TokenBalance[]
}

/** A transaction that is in a block, whether it failed there or not. */
export interface Entry extends RunDescription, Balances {
  readonly signature: string
  readonly slot: bigint
  /** Seconds since 1970. */
  readonly blockTime: bigint
  /** Its bytes in base64. */
  readonly wire: string
  readonly err: TransactionError | null
  /** All accounts, the loaded ones last. */
  readonly keys: readonly Address[]
  readonly loaded: LoadedAddresses
  /** `[length] text` of its memos; null without one. */
  readonly memo: string | null
}

export interface History {
  add(entry: Entry): void
  get(signature: string): Entry | undefined
  /** Those that name the account, newest first. */
  of(address: string): readonly Entry[]
  /** How many transactions are remembered. */
  size(): number
  /** All of them, oldest first. */
  all(): readonly Entry[]
}

/** The transactions of a chain by signature and by account. */
export function createHistory(entries: readonly Entry[] = []): History {
  const bySignature = new Map<string, Entry>()
  const byAddress = new Map<string, Entry[]>()
  const history: History = {
    add(entry) {
      bySignature.set(entry.signature, entry)
      for (const key of new Set(entry.keys)) {
        const known = byAddress.get(key)
        if (known) known.push(entry)
        else byAddress.set(key, [entry])
      }
      if (bySignature.size > largestHistory) forgetOldest()
    },
    get: signature => bySignature.get(signature),
    of: address => (byAddress.get(address) ?? []).toReversed(),
    size: () => bySignature.size,
    all: () => [...bySignature.values()],
  }
  function forgetOldest(): void {
    const [oldest] = bySignature.values()
    if (!oldest) return
    bySignature.delete(oldest.signature)
    for (const key of new Set(oldest.keys)) {
      const known = byAddress.get(key)
      known?.shift()
      if (known?.length === 0) byAddress.delete(key)
    }
  }
  for (const entry of entries) history.add(entry)
  return history
}
