/** The activity of an account as it is shown: the chain's word, what was just sent, and what is poison. Pure. */
import { addressOf, type CaipAddress, networkIdOf } from '../../contract/caip.ts'
import type { Transaction } from '../../contract/history.ts'
import { addressEnds, looksAlike } from '../base/lookalike.ts'
import {
  type ActivityEntry,
  isSameAddress,
  readTransaction,
  type TransactionReading,
} from './activityEntry.ts'
import { isUnderway, sentEntry } from './sentEntry.ts'
import type { SentTransfer } from './sentTransfer.ts'

export interface ActivityInput {
  readonly account: CaipAddress
  /** As the services answered, newest first. */
  readonly transactions: readonly Transaction[]
  /** The journal of what was sent from here, of any account. */
  readonly sends: readonly SentTransfer[]
  /** Further addresses of this visitor's. */
  readonly known: readonly string[]
  /** Whether the transactions reach back to the beginning. */
  readonly complete: boolean
}

/** How one transaction is read; kept by whoever composes again and again. */
export type ReadTransaction = (transaction: Transaction, account: CaipAddress) => TransactionReading

/** Remembers what it read, for as long as the transaction lives: a page more does not read the others again. */
export function createReader(): ReadTransaction {
  const readings = new WeakMap<Transaction, { account: CaipAddress; reading: TransactionReading }>()
  return (transaction, account) => {
    const before = readings.get(transaction)
    if (before?.account === account) return before.reading
    const reading = readTransaction(transaction, account)
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
  const { account } = input
  const chain = networkIdOf(account)
  const mined = input.transactions.filter(({ metadata }) => metadata.chain === chain)
  const first = mined.map(transaction => read(transaction, account))
  const used = tokensOf(first)
  const readings = first.map((reading, at) => {
    const transaction = mined[at]
    const isKnownToken = reading.entry.hidden && reading.entry.legs.some(({ asset }) => used.has(asset.key))
    return isKnownToken && transaction ? readTransaction(transaction, account, used) : reading
  })
  const sends = input.sends.filter(
    ({ from, caipNetworkId }) =>
      caipNetworkId === chain && isSameAddress(addressOf(from), addressOf(account)),
  )
  const settled = settleSends(readings, sends)
  const marked = markAlike(readings, { ...input, sends })
  const oldest = Math.min(...marked.flatMap(({ at }) => at ?? []))
  const ours = sends.flatMap(sent => {
    const entry = settled.ours.get(sent)
    if (!entry) return []
    // What is over is shown once the history has come to where it stands, not below a gap.
    const isInSight = isUnderway(sent) || input.complete || sent.at >= oldest
    return isInSight ? entry : []
  })
  const theirs = marked.map(entry => {
    const replacement = settled.replaces.get(entry.id)
    return replacement ? { ...entry, replacement } : entry
  })
  return sortNewest([...ours, ...theirs])
}

/** Entries newest first; what has no time comes last, and neighbours of one time stay neighbours. */
function sortNewest(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  const time = ({ at }: ActivityEntry) => at ?? Number.NEGATIVE_INFINITY
  const isSorted = entries.every(
    (entry, at) => at === 0 || time(entries[at - 1] as ActivityEntry) >= time(entry),
  )
  return isSorted
    ? entries
    : [...entries].sort((one, other) => (time(one) === time(other) ? 0 : time(other) - time(one)))
}

/** Tokens that the account dealt in by transactions of its own. */
function tokensOf(readings: readonly TransactionReading[]): ReadonlySet<string> {
  return new Set(
    readings.flatMap(({ entry }) =>
      entry.own ? entry.legs.flatMap(({ asset, spam }) => (spam ? [] : asset.key)) : [],
    ),
  )
}

/** What the history says of the transfers that were sent from here: each is there, replaced, or not there yet. */
function settleSends(
  readings: readonly TransactionReading[],
  sends: readonly SentTransfer[],
): {
  readonly ours: ReadonlyMap<SentTransfer, ActivityEntry>
  readonly replaces: ReadonlyMap<string, NonNullable<ActivityEntry['replacement']>>
} {
  const mined = new Set(readings.map(({ entry }) => entry.id))
  const places = new Map<number, ActivityEntry>()
  for (const { entry, nonce } of readings) if (nonce !== undefined) places.set(nonce, entry)
  const ours = new Map<SentTransfer, ActivityEntry>()
  const replaces = new Map<string, NonNullable<ActivityEntry['replacement']>>()
  for (const sent of sends) {
    const entry = sentEntry(sent)
    if (!entry || mined.has(entry.id)) continue
    const { receipt } = sent
    const byReceipt = receipt?.status === 'replaced' ? receipt : undefined
    // Another transaction of the account has its place: it is replaced, whether the journal heard of it or not.
    const instead = sent.place === undefined ? undefined : places.get(Number(sent.place))
    const by = byReceipt?.by.toLowerCase() ?? instead?.id
    if (by === undefined) ours.set(sent, entry)
    else {
      const reason = byReceipt?.reason ?? (instead ? reasonOf(sent, instead) : 'other')
      // The same payment, faster or called off, is one entry; something else in its place is another.
      if (reason !== 'other' && mined.has(by)) replaces.set(by, reason)
      else
        ours.set(sent, { ...entry, status: 'replaced', replacedBy: instead?.hash ?? by, replacement: reason })
    }
  }
  return { ours, replaces }
}

function reasonOf(
  sent: SentTransfer,
  { kind, legs, counterparty }: ActivityEntry,
): NonNullable<ActivityEntry['replacement']> {
  const [leg, ...more] = legs
  const key = sent.asset.address?.toLowerCase() ?? 'native'
  const isSame =
    leg?.asset.key === key &&
    more.length === 0 &&
    leg.amount === sent.amount &&
    counterparty !== undefined &&
    isSameAddress(counterparty, sent.to)
  if (isSame) return 'repriced'
  return kind === 'self' || (legs.length === 0 && counterparty === undefined) ? 'cancelled' : 'other'
}

/**
 * Marks entries that an address has a part in which can be mistaken for a known one: for an account of the visitor's, or
 * for a receiver of what the visitor sent before (T63).
 */
function markAlike(
  readings: readonly TransactionReading[],
  { account, known, sends }: ActivityInput,
): readonly ActivityEntry[] {
  const book = createBook([addressOf(account), ...known])
  const paid = [
    ...sends.flatMap(({ at, to, status, hash }) =>
      status === 'rejected' ? [] : { at, id: hash?.toLowerCase(), to: [to] },
    ),
    ...readings.flatMap(({ entry, receivers }) =>
      receivers.length > 0 ? { at: entry.at ?? 0, id: entry.id, to: receivers } : [],
    ),
  ].sort((one, other) => one.at - other.at)
  const alike = new Map<string, NonNullable<ActivityEntry['alike']>>()
  for (const { id, to } of paid) {
    for (const address of to) {
      // Whoever was paid while it looked like another one does not become known by it.
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
