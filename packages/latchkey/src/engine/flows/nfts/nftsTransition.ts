import type { Collectible, NftsState, OwnedNfts } from './nfts.ts'

/** One answer of the services, cleaned. */
export interface NftPage {
  readonly items: readonly Collectible[]
  readonly next: string | undefined
  readonly uncovered?: boolean
}

export type NftsEvent = { /** CAIP-10. */ readonly account: string } & (
  | { readonly type: 'asked'; readonly ticket: number; readonly more: boolean }
  | { readonly type: 'answered'; readonly ticket: number; readonly page: NftPage; readonly at: number }
  | { readonly type: 'failed'; readonly ticket: number; readonly at: number }
  /** Nobody looks at this account any more: its answer counts for nothing. */
  | { readonly type: 'dropped'; readonly ticket: number }
)

/** Collectibles that a list has at most: no server can make it grow for ever. */
export const mostNfts = 2_000
/** Accounts that are remembered. */
const mostAccounts = 8

const nothing: OwnedNfts = { phase: 'loading', items: [], ticket: 0 }

/** What is known of collectibles after a question or its answer; an answer that nobody waits for changes nothing. */
export function nftsTransition(state: NftsState, event: NftsEvent): NftsState {
  const before = state[event.account]
  if (event.type === 'asked') {
    const { failedAt: _, ...known } = before ?? nothing
    // A list that is read anew stays as it is until the answer is there.
    const phase = event.more ? 'more' : known.at === undefined ? 'loading' : 'ready'
    return remember(state, event.account, { ...known, phase, ticket: event.ticket })
  }
  if (!before || before.ticket !== event.ticket) return state
  const { failedAt: _, ...known } = before
  switch (event.type) {
    case 'answered':
      return { ...state, [event.account]: answered(known, event.page, event.at) }
    case 'failed':
      return { ...state, [event.account]: { ...known, phase: 'failed', failedAt: event.at, ticket: 0 } }
    case 'dropped': {
      if (known.at !== undefined)
        return { ...state, [event.account]: { ...known, phase: 'ready', ticket: 0 } }
      const { [event.account]: _none, ...others } = state
      return others
    }
  }
}

function answered(known: OwnedNfts, { items, next, uncovered }: NftPage, at: number): OwnedNfts {
  if (known.phase === 'more') {
    const before = new Set(known.items.map(({ id }) => id))
    const added = items.filter(({ id }) => !before.has(id))
    const all = [...known.items, ...added].slice(0, mostNfts)
    // A page with nothing new, or the place where one is already, leads nowhere.
    const leads = added.length > 0 && next !== known.next && all.length < mostNfts
    return toOwned(all, leads ? next : undefined, { at: known.at ?? at })
  }
  const first = unique(items)
  // The same beginning: what was read of the rest, and where the reader is in it, stays.
  if (next !== undefined && known.items.length > first.length && isBeginning(first, known.items)) {
    return { ...known, phase: 'ready', at, ticket: 0 }
  }
  return toOwned(first, first.length > 0 ? next : undefined, { at, ...(uncovered && { uncovered }) })
}

function toOwned(
  items: readonly Collectible[],
  next: string | undefined,
  more: Pick<OwnedNfts, 'at' | 'uncovered'>,
): OwnedNfts {
  return { phase: 'ready', items, ticket: 0, ...(next !== undefined && { next }), ...more }
}

function unique(items: readonly Collectible[]): readonly Collectible[] {
  return [...new Map(items.map(item => [item.id, item])).values()]
}

function isBeginning(first: readonly Collectible[], items: readonly Collectible[]): boolean {
  return first.every((item, at) => JSON.stringify(item) === JSON.stringify(items[at]))
}

function remember(state: NftsState, account: string, owned: OwnedNfts): NftsState {
  const { [account]: _, ...others } = state
  return Object.fromEntries([...Object.entries(others).slice(1 - mostAccounts), [account, owned]])
}
