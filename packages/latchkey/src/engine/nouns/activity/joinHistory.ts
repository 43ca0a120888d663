import type { History, Transaction } from '../../../contract/history.ts'

/** What is known of an account's history. */
export interface Listed {
  /** Newest first, each once. */
  readonly transactions: readonly Transaction[]
  /** Where the next page begins; null at the end. */
  readonly next: string | null
  /** No service answers for the network. */
  readonly isUnserved?: true
}

/** What is known after a page, the first or the one that begins at `cursor`; undefined: no service answers. */
export function joinHistory(
  before: Listed = { transactions: [], next: null },
  page: History | undefined,
  cursor?: string,
): Listed {
  if (!page || page.unserved) return { transactions: [], next: null, isUnserved: true }
  if (cursor === undefined) return joinFirst(before, page)
  // The list was begun anew in the meantime: the page belongs to the one before.
  return before.next === cursor ? joinMore(before, page) : before
}

/** A first page on top of what is known: joined where they overlap, alone where something may be missing in between. */
function joinFirst({ transactions, next }: Listed, page: History): Listed {
  const fresh = distinct(page.data)
  const last = fresh.at(-1)
  const at = last ? transactions.findIndex(({ id }) => id === last.id) : -1
  if (at < 0 || page.next === null) return { transactions: fresh, next: page.next }
  // Below the page the list goes on where it went on before, and so does its cursor. What says the same stays itself.
  const known = new Map(transactions.map(transaction => [transaction.id, transaction]))
  const kept = fresh.map(transaction => {
    const before = known.get(transaction.id)
    return before && JSON.stringify(before) === JSON.stringify(transaction) ? before : transaction
  })
  return { transactions: distinct([...kept, ...transactions.slice(at + 1)]), next }
}

function joinMore({ transactions }: Listed, page: History): Listed {
  const joined = distinct([...transactions, ...page.data])
  // A page that brings nothing new would be asked for without end.
  return { transactions: joined, next: joined.length > transactions.length ? page.next : null }
}

function distinct(transactions: readonly Transaction[]): readonly Transaction[] {
  const seen = new Set<string>()
  return transactions.filter(({ id }) => !seen.has(id) && seen.add(id))
}
