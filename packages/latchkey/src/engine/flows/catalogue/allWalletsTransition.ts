/** What AllWallets shows: the catalogue by pages, or the answer to a search; answers to anything else are dropped (SPEC-NOTES §2). */
import { limits } from '../../../contract/limits.ts'
import type { WalletListing } from '../../../contract/wallet.ts'

/** The wallets of one question, as far as they have come. */
export interface Found {
  /** What was searched for; '' is the catalogue. */
  readonly query: string
  /** `more`: there are some, and the next page was asked for. `failed`: nothing could be asked at all. */
  readonly at: 'loading' | 'ready' | 'more' | 'failed'
  /** The question whose answer is awaited. */
  readonly ticket: number
  readonly wallets: readonly WalletListing[]
  /** Of all pages, as the directory counts; 0 while unknown. */
  readonly count: number
  readonly pages: number
  readonly complete: boolean
  /** The directory could not be had: these are the wallets this library brings along (F24). */
  readonly fallback: boolean
}

export interface AllWalletsState {
  /** As typed. */
  readonly term: string
  /** Stays while something is searched for. */
  readonly catalogue: Found
  readonly search: Found | undefined
}

/** A page as the directory gave it. */
export interface FoundPage {
  readonly data: readonly WalletListing[]
  /** Of all pages. */
  readonly count: number
  readonly fallback: boolean
}

export type AllWalletsEvent =
  | { readonly type: 'typed'; readonly term: string }
  /** The first page of a search; it replaces the wallets of the search before. */
  | { readonly type: 'asked'; readonly query: string; readonly ticket: number }
  | { readonly type: 'askedMore'; readonly ticket: number }
  | { readonly type: 'answered'; readonly ticket: number; readonly page: FoundPage }
  | { readonly type: 'failed'; readonly ticket: number }
  /** The request of the next page was given up. */
  | { readonly type: 'left' }
  | { readonly type: 'reset' }

const nothing: Found = {
  query: '',
  at: 'loading',
  ticket: 0,
  wallets: [],
  count: 0,
  pages: 0,
  complete: false,
  fallback: false,
}

export const emptyAllWallets: AllWalletsState = { term: '', catalogue: nothing, search: undefined }

export function allWalletsTransition(state: AllWalletsState, event: AllWalletsEvent): AllWalletsState {
  switch (event.type) {
    case 'reset':
      return emptyAllWallets
    case 'typed':
      return { ...state, term: event.term, search: searchFor(queryOf(event.term), state.search) }
    case 'asked': {
      const asked: Found = { ...nothing, query: event.query, ticket: event.ticket }
      if (event.query === '') return { ...state, catalogue: asked }
      return event.query === state.search?.query ? { ...state, search: asked } : state
    }
    case 'askedMore': {
      const { catalogue } = state
      return canAskMore(catalogue)
        ? { ...state, catalogue: { ...catalogue, at: 'more', ticket: event.ticket } }
        : state
    }
    case 'left': {
      const { catalogue } = state
      return catalogue.at === 'more'
        ? { ...state, catalogue: { ...catalogue, at: 'ready', ticket: 0 } }
        : state
    }
    case 'answered':
      return settle(state, event.ticket, found => add(found, event.page))
    case 'failed':
      return settle(state, event.ticket, found => ({ ...found, at: 'failed', ticket: 0 }))
  }
}

/** As long as the directory takes. */
const longestQuery = 100

/** What is on show. */
export function shownOf({ catalogue, search }: AllWalletsState): Found {
  return search ?? catalogue
}

/** What a typed text searches for; under two characters that is nothing (SPEC-NOTES §2). */
export function queryOf(term: string): string {
  const query = term.trim().replace(/\s+/g, ' ').slice(0, longestQuery)
  return [...query].length < limits.searchMinimum ? '' : query
}

/** Whether a next page exists and is not being requested. */
export function canAskMore({ at, complete }: Found): boolean {
  return at === 'ready' && !complete
}

function searchFor(query: string, before: Found | undefined): Found | undefined {
  if (query === '') return undefined
  return before?.query === query ? before : { ...nothing, query }
}

function settle(state: AllWalletsState, ticket: number, become: (found: Found) => Found): AllWalletsState {
  const { catalogue, search } = state
  if (catalogue.ticket === ticket) return { ...state, catalogue: become(catalogue) }
  return search?.ticket === ticket ? { ...state, search: become(search) } : state
}

function add(found: Found, { data, count, fallback }: FoundPage): Found {
  const known = new Set(found.wallets.map(wallet => wallet.id))
  const pages = found.pages + 1
  const size = found.query === '' ? limits.pagedWallets : limits.searchResults
  return {
    ...found,
    at: 'ready',
    ticket: 0,
    wallets: [...found.wallets, ...data.filter(wallet => !known.has(wallet.id))],
    count,
    pages,
    // A search has one page. An empty page is the last one, whatever the count says.
    complete: found.query !== '' || data.length === 0 || pages * size >= count,
    fallback: found.fallback || fallback,
  }
}
