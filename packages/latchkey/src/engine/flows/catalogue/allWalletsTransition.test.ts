import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WalletListing } from '../../../contract/wallet.ts'
import {
  type AllWalletsEvent,
  type AllWalletsState,
  allWalletsTransition,
  canAskMore,
  emptyAllWallets,
  queryOf,
  shownOf,
} from './allWalletsTransition.ts'

const listings = (from: number, to: number): readonly WalletListing[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ id: `w${from + at}`, name: `Wallet ${from + at}` }))
const page = (from: number, to: number, count = 90, fallback = false) => ({
  data: listings(from, to),
  count,
  fallback,
})
const asked = (ticket: number, query = ''): AllWalletsEvent => ({ type: 'asked', query, ticket })
const typed = (term: string): AllWalletsEvent => ({ type: 'typed', term })
const answered = (ticket: number, of = page(1, 40)): AllWalletsEvent => ({
  type: 'answered',
  ticket,
  page: of,
})

function run(...events: readonly AllWalletsEvent[]): AllWalletsState {
  return events.reduce(allWalletsTransition, emptyAllWallets)
}

/** 'catalogue ready 40' as a reader would say it. */
function read(state: AllWalletsState): string {
  const { query, at, wallets, complete, fallback } = shownOf(state)
  return [
    query || 'catalogue',
    at,
    wallets.length,
    ...(complete ? ['all'] : []),
    ...(fallback ? ['built-in'] : []),
  ].join(' ')
}

describe('the shown list', () => {
  it.each<[string, readonly AllWalletsEvent[], string]>([
    ['nothing yet', [], 'catalogue loading 0'],
    ['the first page', [asked(1), answered(1)], 'catalogue ready 40'],
    [
      'the next one is on its way',
      [asked(1), answered(1), { type: 'askedMore', ticket: 2 }],
      'catalogue more 40',
    ],
    [
      'the next page behind it',
      [asked(1), answered(1), { type: 'askedMore', ticket: 2 }, answered(2, page(41, 80))],
      'catalogue ready 80',
    ],
    [
      'the last page',
      [
        asked(1),
        answered(1),
        { type: 'askedMore', ticket: 2 },
        answered(2, page(41, 80)),
        { type: 'askedMore', ticket: 3 },
        answered(3, page(81, 90)),
      ],
      'catalogue ready 90 all',
    ],
    [
      'an empty page ends it',
      [asked(1), answered(1, { data: [], count: 90, fallback: false })],
      'catalogue ready 0 all',
    ],
    [
      'a wallet that two pages name is there once',
      [asked(1), answered(1), { type: 'askedMore', ticket: 2 }, answered(2, page(31, 70))],
      'catalogue ready 70',
    ],
    ['the built-in list', [asked(1), answered(1, page(1, 30, 30, true))], 'catalogue ready 30 all built-in'],
    ['nothing could be asked', [asked(1), { type: 'failed', ticket: 1 }], 'catalogue failed 0'],
    ['asked once more', [asked(1), answered(1, page(1, 30, 30, true)), asked(2)], 'catalogue loading 0'],
    ['one character is no search', [asked(1), answered(1), typed('m')], 'catalogue ready 40'],
    ['a search, at once', [asked(1), answered(1), typed('me')], 'me loading 0'],
    [
      'what it found',
      [asked(1), answered(1), typed('me'), asked(2, 'me'), answered(2, page(1, 3, 3))],
      'me ready 3 all',
    ],
    [
      'the catalogue again, without asking',
      [asked(1), answered(1), typed('me'), asked(2, 'me'), answered(2, page(1, 3, 3)), typed('m')],
      'catalogue ready 40',
    ],
    [
      'a blank more changes nothing',
      [asked(1), answered(1), typed('me'), asked(2, 'me'), answered(2, page(1, 3, 3)), typed('me ')],
      'me ready 3 all',
    ],
    [
      'left while a page was on its way',
      [asked(1), answered(1), { type: 'askedMore', ticket: 2 }, { type: 'left' }],
      'catalogue ready 40',
    ],
    ['begun anew', [asked(1), answered(1), typed('me'), { type: 'reset' }], 'catalogue loading 0'],
  ])('%s', (_name, events, expected) => {
    expect(read(run(...events))).toBe(expected)
  })
})

describe('a late answer', () => {
  it.each<[string, readonly AllWalletsEvent[], string]>([
    [
      'of an earlier search is dropped',
      [
        asked(1),
        answered(1),
        typed('me'),
        asked(2, 'me'),
        typed('tru'),
        asked(3, 'tru'),
        answered(2, page(1, 9, 9)),
      ],
      'tru loading 0',
    ],
    [
      'of the same words asked before is dropped',
      [typed('me'), asked(1, 'me'), asked(2, 'me'), answered(1, page(1, 9, 9))],
      'me loading 0',
    ],
    [
      'of a search after it was cleared is dropped',
      [asked(1), answered(1), typed('me'), asked(2, 'me'), typed(''), answered(2, page(1, 3, 3))],
      'catalogue ready 40',
    ],
    [
      'of the catalogue while searching is kept for later',
      [asked(1), typed('me'), asked(2, 'me'), answered(1), typed('')],
      'catalogue ready 40',
    ],
    ['of an earlier catalogue is dropped', [asked(1), asked(2), answered(1)], 'catalogue loading 0'],
    [
      'that failed is dropped too',
      [asked(1), asked(2), { type: 'failed', ticket: 1 }],
      'catalogue loading 0',
    ],
    [
      'to a search that was replaced is dropped',
      [asked(1), answered(1), asked(2, 'me'), answered(2)],
      'catalogue ready 40',
    ],
  ])('%s', (_name, events, expected) => {
    expect(read(run(...events))).toBe(expected)
  })

  it('never makes a list that was not asked for', () => {
    const ticket = fc.integer({ min: 1, max: 6 })
    const event: fc.Arbitrary<AllWalletsEvent> = fc.oneof(
      fc.constantFrom('', 'm', 'me', 'tru').map(typed),
      fc.record({ type: fc.constant('asked' as const), query: fc.constantFrom('', 'me', 'tru'), ticket }),
      fc.record({ type: fc.constant('askedMore' as const), ticket }),
      ticket.map(each => answered(each)),
      fc.record({ type: fc.constant('failed' as const), ticket }),
      fc.constant<AllWalletsEvent>({ type: 'left' }),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), events => {
        const state = run(...events)
        expect(shownOf(state).query).toBe(queryOf(state.term))
        expect(new Set(shownOf(state).wallets.map(({ id }) => id)).size).toBe(shownOf(state).wallets.length)
        if (canAskMore(shownOf(state))) expect(shownOf(state).query).toBe('')
      }),
    )
  })
})

it.each([
  ['', ''],
  [' ', ''],
  ['a', ''],
  [' a ', ''],
  ['ab', 'ab'],
  ['  meta   mask ', 'meta mask'],
  ['🦊', ''],
  ['🦊🦊', '🦊🦊'],
  ['x'.repeat(300), 'x'.repeat(100)],
])('%j searches for %j', (term, query) => {
  expect(queryOf(term)).toBe(query)
})
