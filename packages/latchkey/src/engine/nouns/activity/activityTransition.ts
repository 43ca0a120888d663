/** What is known of one account's activity, and how it changes (SPEC §4 "Transactions"). Pure. */
import type { CaipAddress } from '../../../contract/caip.ts'
import type { History, Transaction } from '../../../contract/history.ts'
import type { JournalEntry } from '../../../contract/journal.ts'

export interface ActivityState {
  /** Whose it is; undefined while nobody is connected. */
  readonly account: CaipAddress | undefined
  /** Of the list as a whole; `unserved` where no service answers for the network: it is empty. */
  readonly at: 'idle' | 'loading' | 'ready' | 'failed' | 'unserved'
  /** A further page is on its way. */
  readonly isMore: boolean
  /** Newest first, each once. */
  readonly transactions: readonly Transaction[]
  /** Where the next page begins; null at the end. */
  readonly next: string | null
  /** When the first page was read, in milliseconds since the epoch. */
  readonly readAt?: number
  /** What was set going from here, of any account, newest first. */
  readonly sends: readonly JournalEntry[]
}

export type ActivityEvent =
  /** Another account or network: nothing of the one before is left. */
  | { readonly type: 'reset'; readonly account: CaipAddress | undefined }
  | { readonly type: 'asked'; readonly page: 'first' | 'more' }
  | { readonly type: 'unserved' }
  /** The first page; `readAt` in milliseconds since the epoch. */
  | { readonly type: 'read'; readonly page: History; readonly readAt: number }
  /** The page that begins at `cursor`. */
  | { readonly type: 'readMore'; readonly page: History; readonly cursor: string }
  | { readonly type: 'failed' }
  | { readonly type: 'sent'; readonly sends: readonly JournalEntry[] }

export const emptyActivity: ActivityState = {
  account: undefined,
  at: 'idle',
  isMore: false,
  transactions: [],
  next: null,
  sends: [],
}

export function activityTransition(state: ActivityState, event: ActivityEvent): ActivityState {
  switch (event.type) {
    case 'reset':
      return state.account === event.account ? state : emptied({ account: event.account, sends: state.sends })
    case 'asked':
      if (event.page === 'more') return { ...state, isMore: true }
      // What is shown stays while it is read anew.
      return state.at === 'idle' || state.at === 'failed' ? { ...state, at: 'loading' } : state
    case 'unserved':
      return emptied(state, 'unserved')
    case 'read':
      return {
        ...state,
        ...joinFirst(state, event.page),
        at: 'ready',
        readAt: event.readAt,
      }
    case 'readMore':
      // The list was begun anew in the meantime: the page belongs to the one before.
      if (state.next !== event.cursor) return { ...state, isMore: false }
      return { ...state, isMore: false, ...joinMore(state, event.page) }
    case 'failed':
      // 'Failed to fetch transactions': the list becomes empty and the cursor is cleared (SPEC §7, F21).
      return emptied(state, 'failed')
    case 'sent':
      return state.sends === event.sends ? state : { ...state, sends: event.sends }
  }
}

function emptied(
  { account, sends }: Pick<ActivityState, 'account' | 'sends'>,
  at: ActivityState['at'] = 'idle',
): ActivityState {
  return { ...emptyActivity, account, sends, at }
}

type Listed = Pick<ActivityState, 'transactions' | 'next'>

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
