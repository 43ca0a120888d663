import { createHash } from 'node:crypto'
import { applyTransaction, type TransactionOutcome } from './applyTransaction.ts'
import { CosmosRefusal } from './cosmosRefusal.ts'
import { type CosmosState, copyState } from './cosmosState.ts'

/** A transaction that is in a block. */
export interface MinedTransaction extends TransactionOutcome {
  /** In hex, with capitals. */
  readonly hash: string
  readonly height: number
  readonly bytes: Uint8Array
}

/** What a node says at once of a transaction: whether it may wait for a block. */
export interface CheckedTransaction {
  readonly hash: string
  readonly code: number
  readonly log: string
}

/** The chain of the double. */
export interface CosmosChain {
  readonly state: CosmosState
  readonly height: number
  /** When the last block was made, in milliseconds since 1970. */
  readonly time: number
  /** Checks a transaction on the state as the waiting ones leave it, and lets it wait. */
  check(bytes: Uint8Array): CheckedTransaction
  /** Makes a block of what waits; nothing happens when nothing does. */
  mine(): void
  find(hash: string): MinedTransaction | undefined
}

export interface ChainStart {
  readonly state: CosmosState
  readonly height: number
}

/** Makes the chain. `mined` hears of each block; `now` is in milliseconds since 1970. */
export function createCosmosChain(
  start: ChainStart,
  { automine, now, mined }: { automine: boolean; now: () => number; mined: (chain: ChainStart) => void },
): CosmosChain {
  let { state, height } = start
  let time = now()
  let waiting: Uint8Array[] = []
  const transactions = new Map<string, MinedTransaction>()

  function mine(): void {
    if (waiting.length === 0) return
    height++
    time = now()
    const next = copyState(state)
    for (const bytes of waiting.splice(0)) {
      try {
        const outcome = applyTransaction(next, bytes, height)
        const hash = hashOf(bytes)
        transactions.set(hash, { ...outcome, hash, height, bytes })
      } catch (error) {
        // One that a block before it has made impossible; the sequence says so to its sender.
        if (!(error instanceof CosmosRefusal)) throw error
      }
    }
    state = next
    mined({ state, height })
  }

  return {
    get state() {
      return state
    },
    get height() {
      return height
    },
    get time() {
      return time
    },
    check(bytes) {
      const hash = hashOf(bytes)
      try {
        const ahead = copyState(state)
        for (const each of waiting) applyTransaction(ahead, each, height + 1)
        applyTransaction(ahead, bytes, height + 1)
      } catch (error) {
        if (error instanceof CosmosRefusal) return { hash, code: error.code, log: error.message }
        throw error
      }
      waiting = [...waiting, bytes]
      if (automine) mine()
      return { hash, code: 0, log: '' }
    },
    mine,
    find: hash => transactions.get(hash.toUpperCase()),
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').toUpperCase()
}
