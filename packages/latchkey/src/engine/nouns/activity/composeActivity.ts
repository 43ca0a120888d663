/** The activity of an account as it is shown: the chain's word, what was just sent, and what is poison. Pure. */
import { addressOf, type CaipAddress, networkIdOf } from '../../../contract/caip.ts'
import type { Transaction } from '../../../contract/history.ts'
import type { JournalEntry } from '../../../contract/journal.ts'
import { isSameId, spelledOnce } from '../../../contract/namespaceFacts.ts'
import { addressEnds, looksAlike } from '../../base/lookalike.ts'
import { type ActivityEntry, readTransaction, type TransactionReading } from './activityEntry.ts'
import type { IdFacts } from './idFacts.ts'
import type { SettleSends } from './sentJournal.ts'

export interface ActivityInput {
  readonly account: CaipAddress
  /** Of the account's namespace. */
  readonly facts: IdFacts
  /** As the services answered, newest first. */
  readonly transactions: readonly Transaction[]
  /** The journal of what was sent from here, of any account. */
  readonly sends: readonly JournalEntry[]
  /** The resolver of their outcomes; absent while there are none. */
  readonly settle?: SettleSends | undefined
  /** Further addresses of this visitor's. */
  readonly known: readonly string[]
  /** Whether the transactions reach back to the beginning. */
  readonly complete: boolean
}

/** Reads one transaction. A caller that composes repeatedly passes the same function each time. */
export type ReadTransaction = (
  transaction: Transaction,
  account: CaipAddress,
  facts: IdFacts,
) => TransactionReading

/** Remembers what it read, for as long as the transaction lives: a page more does not read the others again. */
export function createReader(): ReadTransaction {
  const readings = new WeakMap<Transaction, { account: CaipAddress; reading: TransactionReading }>()
  return (transaction, account, facts) => {
    const before = readings.get(transaction)
    if (before?.account === account) return before.reading
    const reading = readTransaction(transaction, account, facts)
    readings.set(transaction, { account, reading })
    return reading
  }
}

/**
 * Every entry, newest first, the hidden ones among them. Only of the account's own network (SPEC §4); a transfer of ours
 * is one entry from the press to the block, whatever became of it on the way.
 */
export function composeActivity(
  input: ActivityInput,
  read: ReadTransaction = readTransaction,
): readonly ActivityEntry[] {
  const { account, facts } = input
  const chain = networkIdOf(account)
  const mined = input.transactions.filter(({ metadata }) => metadata.chain === chain)
  const first = mined.map(transaction => read(transaction, account, facts))
  const used = tokensOf(first)
  const readings = first.map((reading, at) => {
    const transaction = mined[at]
    const isKnownToken = reading.entry.hidden && reading.entry.legs.some(({ asset }) => used.has(asset.key))
    return isKnownToken && transaction ? readTransaction(transaction, account, facts, used) : reading
  })
  const sends = input.sends.filter(
    ({ from, caipNetworkId }) =>
      caipNetworkId === chain && isSameId(addressOf(from), addressOf(account), facts.addresses),
  )
  const entries = markAlike(readings, { ...input, sends })
  return sortNewest(input.settle?.({ entries, readings, sends, facts, complete: input.complete }) ?? entries)
}

/** Entries newest first; what has no time comes last, and neighbours of one time stay neighbours. */
function sortNewest(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  return [...entries].sort((one, other) => (other.at ?? 0) - (one.at ?? 0))
}

/** Tokens that the account dealt in by transactions of its own. */
function tokensOf(readings: readonly TransactionReading[]): ReadonlySet<string> {
  return new Set(
    readings.flatMap(({ entry }) =>
      entry.own ? entry.legs.flatMap(({ asset, spam }) => (spam ? [] : asset.key)) : [],
    ),
  )
}

/**
 * Marks entries that an address has a part in which can be mistaken for a known one: for an account of the visitor's, or
 * for a receiver of what the visitor sent before (T63).
 */
function markAlike(
  readings: readonly TransactionReading[],
  { account, facts, known, sends }: ActivityInput,
): readonly ActivityEntry[] {
  const book = createBook([addressOf(account), ...known])
  const paid = [
    ...sends.flatMap(sent =>
      sent.kind === 'transfer' && sent.status !== 'rejected'
        ? { at: sent.at, id: sent.hash && spelledOnce(sent.hash, facts.transactions.spelling), to: [sent.to] }
        : [],
    ),
    ...readings.flatMap(({ entry, receivers }) =>
      receivers.length > 0 ? { at: entry.at ?? 0, id: entry.id, to: receivers } : [],
    ),
  ].sort((one, other) => one.at - other.at)
  const alike = new Map<string, NonNullable<ActivityEntry['alike']>>()
  for (const { id, to } of paid) {
    for (const address of to) {
      // An address that was paid while it looked like another one does not become known by it.
      const other = book.find(address)
      if (other === undefined) book.add(address)
      else if (id !== undefined) alike.set(id, { address, known: other })
    }
  }
  return readings.map(({ entry, parties }) => {
    const found = alike.get(entry.id) ?? (entry.own ? undefined : book.findAny(parties))
    return found ? { ...entry, alike: found } : entry
  })
}

/** Known addresses by what people look at, so that a long history is held against many of them in no time. */
function createBook(addresses: readonly string[]) {
  const byEnds = new Map<string, string[]>()
  const find = (address: string) => looksAlike(address, byEnds.get(addressEnds(address)) ?? [])
  const book = {
    find,
    add(address: string) {
      const ends = addressEnds(address)
      byEnds.set(ends, [...(byEnds.get(ends) ?? []), address])
    },
    findAny(parties: readonly string[]): ActivityEntry['alike'] {
      for (const address of parties) {
        const known = find(address)
        if (known !== undefined) return { address, known }
      }
      return undefined
    },
  }
  for (const address of addresses) book.add(address)
  return book
}
