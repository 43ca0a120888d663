import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  idlePair,
  isFresh,
  type PairEvent,
  type PairLink,
  type PairState,
  pairTransition,
  retryIn,
} from './pairTransition.ts'

const link: PairLink = { uri: 'wc:a@2', madeAt: 0, expiresAt: 240_000 }
const next: PairLink = { uri: 'wc:b@2', madeAt: 240_000, expiresAt: 480_000 }
const preparing: PairState = { at: 'preparing', attempt: 1, renewed: false }
const ready: PairState = { at: 'ready', attempt: 1, link, renewed: false }
const approving: PairState = { at: 'approving', attempt: 1, link }
const scanned: PairState = { at: 'scanned', attempt: 1, link }
const connected: PairState = { at: 'connected', attempt: 1, wallet: { name: 'Pocket' } }
const rejected: PairState = { at: 'rejected', attempt: 1 }
const rejectedAgain: PairState = { at: 'rejected', attempt: 2 }
const offered: PairState = { at: 'rejected', attempt: 2, link: next }
const expired: PairState = { at: 'expired', attempt: 1 }
const failed: PairState = { at: 'failed', attempt: 1, code: 'APKT010' }

const asked: PairEvent = { type: 'asked', attempt: 1 }
const again: PairEvent = { type: 'asked', attempt: 2 }
const prepared: PairEvent = { type: 'prepared', attempt: 1, link }
const refused = (code: 'CONNECTION_REJECTED' | 'APKT004' | 'APKT010', attempt = 1): PairEvent => ({
  type: 'refused',
  attempt,
  code,
})

const table: readonly (readonly [rule: string, from: PairState, event: PairEvent, to: PairState])[] = [
  ['it begins', idlePair, asked, preparing],
  ['the URI is there', preparing, prepared, ready],
  [
    'a URI of an earlier attempt comes too late',
    { ...preparing, attempt: 2 },
    prepared,
    { ...preparing, attempt: 2 },
  ],
  ['a wallet on this device is opened', ready, { type: 'opened' }, approving],
  ['not before there is something to open it with', preparing, { type: 'opened' }, preparing],
  ['the visitor comes back to choose another', approving, { type: 'returned' }, ready],
  ['a refusal has been read', offered, { type: 'returned' }, { ...ready, attempt: 2, link: next }],
  ['a wallet answers', ready, { type: 'scanned', uri: link.uri }, scanned],
  ['also the one that was opened', approving, { type: 'scanned', uri: link.uri }, scanned],
  ['to another URI', ready, { type: 'scanned', uri: 'wc:other@2' }, ready],
  ['the session is there', scanned, { type: 'approved', wallet: { name: 'Pocket' } }, connected],
  [
    'without having been told of the answer',
    ready,
    { type: 'approved', wallet: { name: 'Pocket' } },
    connected,
  ],
  [
    'from the URI before this one',
    { ...preparing, attempt: 2 },
    { type: 'approved', wallet: { name: 'Pocket' } },
    { ...connected, attempt: 2 },
  ],
  ['the visitor no longer waits', idlePair, { type: 'approved', wallet: { name: 'Pocket' } }, idlePair],
  ['the wallet says no', approving, refused('CONNECTION_REJECTED'), rejected],
  ['after it had answered', scanned, refused('CONNECTION_REJECTED'), rejected],
  [
    'an earlier attempt was refused',
    { ...ready, attempt: 2 },
    refused('CONNECTION_REJECTED'),
    { ...ready, attempt: 2 },
  ],
  ['a rejection fetches a new URI and stays to be read', rejected, again, rejectedAgain],
  ['which comes', rejectedAgain, { type: 'prepared', attempt: 2, link: next }, offered],
  ['and opens the wallet again', offered, { type: 'opened' }, { at: 'approving', attempt: 2, link: next }],
  ['or is scanned', offered, { type: 'scanned', uri: next.uri }, { at: 'scanned', attempt: 2, link: next }],
  ['or runs out as well', offered, { type: 'ranOut', attempt: 2 }, { at: 'expired', attempt: 2 }],
  ['the URI ran out', ready, { type: 'ranOut', attempt: 1 }, expired],
  ['not while the visitor is in the wallet', approving, { type: 'ranOut', attempt: 1 }, approving],
  ['nor when they have just approved', scanned, { type: 'ranOut', attempt: 1 }, scanned],
  ['no wallet answered in time', approving, refused('APKT004'), expired],
  ['it is renewed', expired, again, { at: 'preparing', attempt: 2, renewed: true }],
  ['before it ran out as well', ready, again, { at: 'preparing', attempt: 2, renewed: true }],
  ['the relay refuses', preparing, refused('APKT010'), failed],
  ['later as well', ready, refused('APKT010'), failed],
  ['and is asked again', failed, again, { at: 'preparing', attempt: 2, renewed: false }],
  ['what was connected stays so', connected, refused('APKT010'), connected],
  ['it is over', ready, { type: 'ended' }, idlePair],
  ['and was before', idlePair, { type: 'ended' }, idlePair],
]

describe('pairTransition', () => {
  test.each(table)('%s', (_rule, from, event, to) => {
    expect(pairTransition(from, event)).toEqual(to)
  })

  test('any order of events leads to a state with what it promises', () => {
    const event = fc.oneof(
      fc.constantFrom<PairEvent>(
        { type: 'opened' },
        { type: 'returned' },
        { type: 'approved', wallet: { name: 'Pocket' } },
        { type: 'ended' },
      ),
      fc.record({ type: fc.constant('asked' as const), attempt: fc.nat(3) }),
      fc.record({
        type: fc.constant('prepared' as const),
        attempt: fc.nat(3),
        link: fc.constantFrom(link, next),
      }),
      fc.record({ type: fc.constant('scanned' as const), uri: fc.constantFrom(link.uri, next.uri, 'x') }),
      fc.record({ type: fc.constant('ranOut' as const), attempt: fc.nat(3) }),
      fc.record({
        type: fc.constant('refused' as const),
        attempt: fc.nat(3),
        code: fc.constantFrom('CONNECTION_REJECTED' as const, 'APKT004' as const, 'APKT010' as const),
      }),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), events => {
        let state: PairState = idlePair
        for (const each of events) {
          state = pairTransition(state, each)
          if (['ready', 'approving', 'scanned'].includes(state.at)) expect(state).toHaveProperty('link.uri')
          if (state.at === 'connected') expect(state).not.toHaveProperty('link')
        }
      }),
    )
  })
})

describe('time', () => {
  test.each([
    [0, true],
    [229_999, true],
    [230_000, true],
    [230_001, false],
    [240_000, false],
  ])('a URI of 4 minutes, after %d ms: usable %s', (now, expected) => {
    expect(isFresh(link, now)).toBe(expected)
  })

  test('no URI is not usable', () => expect(isFresh(undefined, 0)).toBe(false))

  test.each([
    [undefined, 5_000, 0],
    [5_000, 5_000, 1_000],
    [5_000, 5_400, 600],
    [5_000, 6_000, 0],
    [5_000, 9_000, 0],
    [9_000, 5_000, 1_000],
  ])('tried at %s, now %d: allowed in %d ms', (triedAt, now, expected) => {
    expect(retryIn(triedAt, now)).toBe(expected)
  })
})
