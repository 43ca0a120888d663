import { describe, expect, test } from 'vitest'
import { evmFacts } from '../../chains/evm/evmFacts.ts'
import type { ActivityEntry } from '../../engine/nouns/activity/activityEntry.ts'
import { readTransaction } from '../../engine/nouns/activity/activityEntry.ts'
import { composeActivity } from '../../engine/nouns/activity/composeActivity.ts'
import { settleSends } from '../../engine/nouns/activity/settleSends.ts'
import {
  collectible,
  friend,
  fungible,
  imitate,
  me,
  myAccount,
  noon,
  received,
  sent,
  stranger,
  transaction,
  usdc,
} from '../fixtures/fakeTransactions.ts'
import { createTranslate } from '../texts/translate.ts'
import { activityItems } from './activityItems.ts'
import { activityAsideTexts, activityTexts, sentTexts } from './activityTexts.ts'
import { legWords, partyWords, titleKey } from './activityWords.ts'
import { alikeWords } from './alikeWords.ts'
import { createFormats } from './createFormats.ts'
import { stateKey } from './stateKey.ts'

const t = createTranslate({ ...activityTexts, ...activityAsideTexts, ...sentTexts }, undefined)
const usd = { symbol: 'USDC', address: usdc, decimals: 6 }
const read = (of: Parameters<typeof readTransaction>[0]) => readTransaction(of, myAccount, evmFacts).entry
const words = (entry: ActivityEntry, locale = 'en') =>
  entry.legs.map(leg => legWords(t, entry, leg, createFormats(locale)))

describe('what moved, in words (SPEC §5: 3 decimals, floored; §9 signs)', () => {
  test.each<[string, ActivityEntry, readonly string[]]>([
    ['sent', read(transaction(1, 'send', [fungible('out', '0.25999')])), ['-0.259 ETH']],
    ['received', read(received(1, [fungible('in', '1250.5', usd)])), ['+1,250.500 USDC']],
    [
      'swapped',
      read(transaction(1, 'trade', [fungible('in', '9', usd), fungible('out', '1')])),
      ['-1.000 ETH', '+9.000 USDC'],
    ],
    ['more than nothing', read(transaction(1, 'send', [fungible('out', '0.0004')])), ['-< 0.001 ETH']],
    ['nothing', read(transaction(1, 'send', [fungible('out', '0')])), ['-0.000 ETH']],
    ['to oneself', read(transaction(1, 'send', [fungible('self', '2')])), ['2.000 ETH']],
    [
      'how much is not known',
      read(transaction(1, 'send', [fungible('out', null, { symbol: null, decimals: null, address: usdc })])),
      ['— Unknown tok…'],
    ],
    ['a collectible', read(transaction(1, 'send', [collectible('out', '7')])), ['-Key #7']],
    [
      'several of one',
      read(received(1, [collectible('in', '7', { amount: '1200' })])),
      ['+1,200 Collectible: Key #7'],
    ],
    ...['5,000 USDC', '$5k of USDC', '٥٠٠٠ USDC', 'USDC 5,000', '#1 000 USDC'].map(
      (name): [string, ActivityEntry, readonly string[]] => [
        `T67 a collectible that calls itself ${name}`,
        read(received(1, [collectible('in', '7', { name })])),
        [`+Collectible: ${name}`],
      ],
    ),
    ['without a name', read(received(1, [collectible('in', '7', { name: null })])), ['+Collectible #7']],
    [
      'a long name is cut',
      read(received(1, [fungible('in', '1', { symbol: 'ABCDEFGHIJKLMNOP' })])),
      ['+1.000 ABCDEFGHIJK…'],
    ],
  ])('%s', (_name, entry, expected) => {
    expect(words(entry)).toEqual(expected)
  })

  test('writes amounts as the locale does, and exactly in full', () => {
    const entry = read(received(1, [fungible('in', '1250.123456789')]))
    expect(words(entry, 'de')).toEqual(['+1.250,123 ETH'])
    const exact = (amount: string, locale: string) => {
      const of = read(received(1, [fungible('in', amount)]))
      return of.legs.map(leg => legWords(t, of, leg, createFormats(locale), true))
    }
    expect(exact('1250.123456789', 'de')).toEqual(['+1.250,123456789 ETH'])
    expect(exact('1250.123456789', 'en')).toEqual(['+1,250.123456789 ETH'])
    expect(exact('12345678901234567.123456789012345678', 'en')).toEqual([
      '+12,345,678,901,234,567.123456789012345678 ETH',
    ])
    // T67: not one unit of a token.
    const one = read(received(1, [collectible('in', '7', { name: 'USDC' })]))
    expect(one.legs.map(leg => legWords(t, one, leg, createFormats('en'), true))).toEqual(['+USDC'])
    // More decimals than an engine writes: none is left out.
    const long = `0.${'0'.repeat(100)}1`
    expect(exact(long, 'de')).toEqual([`+${long} ETH`])
  })
})

describe('kind and state of an entry', () => {
  const title = (entry: ActivityEntry) => t(titleKey(entry))
  const state = (entry: ActivityEntry) => {
    const key = stateKey(entry)
    return key && t(key)
  }
  const [pending] = composeActivity({
    account: myAccount,
    facts: evmFacts,
    transactions: [],
    sends: [sent(1)],
    settle: settleSends,
    known: [],
    complete: true,
  }) as [ActivityEntry]

  test.each<[ActivityEntry['status'], string, string | undefined]>([
    ['pending', 'Sending', 'Pending'],
    ['asked', 'Waiting for your wallet', 'Approve or decline it there'],
    ['unknown', 'May have been sent', 'Your wallet didn’t answer'],
    ['dropped', 'Dropped', 'It never reached the network'],
    ['replaced', 'Replaced', 'By another of your transactions'],
    ['failed', 'Send failed', undefined],
    ['confirmed', 'Sent', undefined],
  ])('%s: %s', (status, expected, detail) => {
    const entry = { ...pending, status }
    expect([title(entry), state(entry)]).toEqual([expected, detail])
  })

  const order = { id: 'o', via: 'exchange', provider: 'Sandbox Exchange' } as const
  test.each<[Partial<ActivityEntry>, string, string | undefined, string | undefined]>([
    [
      { kind: 'fund', order: { ...order, state: 'open' } },
      'Depositing',
      'Waiting for Sandbox Exchange',
      undefined,
    ],
    [
      { kind: 'buy', order: { ...order, state: 'paid' } },
      'Buying',
      'Waiting for Sandbox Exchange',
      undefined,
    ],
    [{ kind: 'pay', order: { ...order, state: 'sent' } }, 'Paying', 'Sent, not arrived yet', undefined],
    [
      { kind: 'fund', status: 'unknown', order: { ...order, state: 'lost_sight' } },
      'May still arrive',
      'Sandbox Exchange hasn’t confirmed it',
      undefined,
    ],
    [
      { kind: 'fund', status: 'confirmed', order: { ...order, state: 'confirmed' } },
      'Deposited',
      undefined,
      'From Sandbox Exchange',
    ],
    [
      { kind: 'buy', status: 'failed', order: { ...order, state: 'failed' } },
      'Purchase failed',
      undefined,
      'From Sandbox Exchange',
    ],
    [
      { kind: 'buy', status: 'failed', order: { ...order, state: 'refunded' } },
      'Refunded',
      undefined,
      'From Sandbox Exchange',
    ],
    [{ kind: 'pay', status: 'confirmed', counterparty: friend }, 'Paid', undefined, 'To 0xd8dA…A96045'],
  ])('orders and payments: %j', (more, expected, detail, party) => {
    const { counterparty: _, ...rest } = pending
    const entry: ActivityEntry = { ...rest, ...more }
    const key = stateKey(entry)
    expect([
      title(entry),
      key && t(key, { provider: entry.order?.provider ?? '' }),
      partyWords(t, entry),
    ]).toEqual([expected, detail, party])
  })

  test('marks sped-up and cancelled transactions', () => {
    expect(state({ ...pending, status: 'confirmed', replacement: 'repriced' })).toBe('Sped up')
    expect(title({ ...pending, status: 'confirmed', kind: 'self', replacement: 'cancelled' })).toBe(
      'Cancelled',
    )
    expect(state({ ...pending, status: 'replaced', replacement: 'cancelled' })).toBe('You cancelled it')
  })

  test('names the counterparty', () => {
    const to = (recipient: string) => fungible('out', '1', { recipient })
    expect(partyWords(t, read(transaction(1, 'send', [to(friend)])))).toBe('To 0xd8dA…A96045')
    expect(partyWords(t, read(transaction(1, 'send', [to(friend), to(stranger)])))).toBe(
      'To 0xd8dA…A96045 and 1 more',
    )
    expect(partyWords(t, read(received(1, [fungible('in', '1')])))).toBe('From 0xd8dA…A96045')
    expect(partyWords(t, read(transaction(1, 'approve', [], { sentTo: usdc })))).toBe('With 0xA0b8…06eB48')
    expect(partyWords(t, read(transaction(1, 'execute', [], { sentTo: null })))).toBeUndefined()
  })

  test('T63 names the imitated address and warns that this is another one', () => {
    const alike = (known: string) => ({ ...pending, alike: { address: imitate(known), known } })
    expect(alikeWords(t, alike(friend), [me], 'caseless')).toBe('Looks like 0xd8dA…A96045 but isn’t')
    expect(alikeWords(t, alike(me), [me], 'caseless')).toBe('Looks like your address but isn’t')
    expect(alikeWords(t, pending, [me], 'caseless')).toBeUndefined()
  })
})

test('writes recent times by age, others by date', () => {
  const now = noon
  const { when } = createFormats('en')
  expect(when(now + 5_000, now)).toBeUndefined()
  expect(when(now - 59_000, now)).toBeUndefined()
  expect(when(now - 300_000, now)).toBe('5 minutes ago')
  expect(createFormats('de').when(now - 7_200_000, now)).toBe('vor 2 Stunden')
  expect(when(now - 172_800_000, now)).toBe('Nov 18')
})

test.each([
  ['en', 'November 2026'],
  ['de', 'November 2026'],
  ['fr', 'novembre 2026'],
  ['ja', '2026年11月'],
])('a month in %s is %s', (locale, expected) => {
  expect(createFormats(locale).month({ year: 2026, month: 10 })).toBe(expected)
})

test.each(['en', 'fa', 'th'])('in %s a day is of the month that it is listed under', locale => {
  const { month, when, moment } = createFormats(locale)
  const last = new Date(2026, 10, 28, 12)
  const now = new Date(2026, 11, 3).getTime()
  const gregory = (of: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { calendar: 'gregory', ...of }).format(last)
  expect([month({ year: 2026, month: 10 }), when(last.getTime(), now), moment(last.getTime())]).toEqual([
    gregory({ month: 'long', year: 'numeric' }),
    gregory({ day: 'numeric', month: 'short' }),
    gregory({ dateStyle: 'long', timeStyle: 'medium' }),
  ])
})

describe('the lines of the list', () => {
  const compose = (transactions: Parameters<typeof composeActivity>[0]['transactions']) =>
    composeActivity({
      account: myAccount,
      facts: evmFacts,
      transactions,
      sends: [],
      known: [],
      complete: false,
    })
  const spam = (n: number) =>
    received(n, [fungible('in', '1', { spam: true, address: usdc, vouched: false })], stranger)
  const kinds = (lines: ReturnType<typeof activityItems>) => lines.items.map(({ is }) => is).join(' ')

  test('months, entries, and places for what comes, or the end', () => {
    const entries = compose([transaction(3, 'send', []), spam(2), transaction(1, 'send', [])])
    const going = activityItems(entries, { more: true, withHidden: false })
    expect([kinds(going), going.shown, going.hidden, going.reads]).toEqual([
      'month entry entry coming coming coming',
      2,
      1,
      true,
    ])
    const all = activityItems(entries, { more: false, withHidden: true })
    expect([kinds(all), all.shown]).toEqual(['month entry entry', 3])
    // What is suspicious comes after all that is not, whenever it was.
    expect(all.aside.map(item => (item.is === 'entry' ? item.entry.hash : item.is))).toEqual([
      'month',
      entries[1]?.hash,
    ])
    expect(going.aside).toEqual([])
    expect(kinds(activityItems([], { more: false, withHidden: false }))).toBe('')
    expect(kinds(activityItems(compose([spam(2)]), { more: false, withHidden: false }))).toBe('')
  })

  test('does not read endless pages of spam by itself', () => {
    const lots = Array.from({ length: 100 }, (_, n) => spam(100 - n))
    const lines = activityItems(compose([transaction(200, 'send', []), ...lots]), {
      more: true,
      withHidden: false,
    })
    expect([kinds(lines), lines.reads]).toEqual(['month entry further', false])
    expect(activityItems(compose(lots.slice(1)), { more: true, withHidden: false }).reads).toBe(true)
    expect(activityItems(compose(lots), { more: true, withHidden: false }).reads).toBe(false)
  })
})

describe('swaps and allowances that were asked for from here, in words', () => {
  const leg = (direction: 'in' | 'out' | 'self', amount: string, bound?: 'atLeast' | 'atMost') => ({
    asset: { key: usdc, kind: 'fungible' as const, symbol: 'USDC', vouched: true },
    direction,
    amount,
    spam: false,
    ...(bound && { bound }),
  })
  const base = { id: 'a', own: true, others: 0, marks: [], hidden: false, status: 'confirmed' } as const
  const allows = (revokes: boolean, more: Partial<ActivityEntry> = {}): ActivityEntry => ({
    ...base,
    kind: 'approve',
    legs: [leg('self', revokes ? '0' : '100')],
    counterparty: stranger,
    allowance: { revokes },
    ...more,
  })
  test.each<[ActivityEntry, string]>([
    [allows(false), 'Approved 100.000 USDC'],
    [allows(true), 'Revoked USDC'],
    [allows(false, { status: 'pending' }), 'Approving 100.000 USDC'],
    [allows(true, { status: 'pending' }), 'Revoking USDC'],
    [allows(false, { status: 'failed' }), 'Approval failed 100.000 USDC'],
    [allows(true, { status: 'failed' }), 'Revoking failed USDC'],
    [allows(false, { status: 'asked' }), 'Waiting for your wallet 100.000 USDC'],
    [allows(true, { replacement: 'cancelled' }), 'Cancelled USDC'],
    [
      { ...base, kind: 'trade', status: 'pending', legs: [leg('out', '5'), leg('in', '4', 'atLeast')] },
      'Swapping -5.000 USDC at least +4.000 USDC',
    ],
    [{ ...base, kind: 'trade', legs: [leg('out', '5'), leg('in', '4')] }, 'Swapped -5.000 USDC +4.000 USDC'],
  ])('%#: %s', (entry, expected) => {
    expect([t(titleKey(entry)), ...words(entry)].join(' ')).toBe(expected)
  })

  test('say who may take the token, by name where it is known', () => {
    expect(partyWords(t, allows(false))).toBe('With 0x1111…111111')
    expect(partyWords(t, allows(false, { allowance: { revokes: false, provider: '0x' } }))).toBe('With 0x')
    expect(partyWords(t, allows(true, { allowance: { revokes: true, provider: 'lifi' } }))).toBe('With LI.FI')
  })
})
