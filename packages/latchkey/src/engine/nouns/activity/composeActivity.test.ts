import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evmFacts } from '../../../chains/evm/evmFacts.ts'
import { testFacts } from '../../../chains/fixtures/testFacts.ts'
import type { Transaction, Transfer } from '../../../contract/history.ts'
import type { CallsEntry, JournalEntry, TransferEntry } from '../../../contract/journal.ts'
import {
  collectible,
  friend,
  fungible,
  hashOf,
  imitate,
  me,
  myAccount,
  noon,
  received,
  router,
  sent,
  stranger,
  transaction,
  usdc,
} from '../../../widget/fixtures/fakeTransactions.ts'
import { deepFreeze } from '../../base/config.ts'
import { composeActivity, createReader } from './composeActivity.ts'
import { composeOwn } from './fixtures/composeOwn.ts'
import { groupByMonth } from './groupByMonth.ts'

const usd = { symbol: 'USDC', address: usdc, decimals: 6 }

const twin = imitate(friend)
const zero = '0x0000000000000000000000000000000000000000'
/** The visitor paid a friend, which makes the friend's address worth imitating. */
const paid = transaction(1, 'send', [fungible('out', '100', usd)], { sentTo: usdc })
const byStranger = { sentFrom: stranger, nonce: null } as const

/** What attackers do to a history, one way each; `worth` for what moved real money, which is shown and marked. */
const poison: readonly (readonly [name: string, transactions: readonly Transaction[], worth?: 'shown'])[] = [
  [
    'a zero transfer of a real token to the twin, from us by its word',
    [
      transaction(9, 'execute', [fungible('out', '0', { ...usd, recipient: twin })], {
        ...byStranger,
        sentTo: usdc,
      }),
    ],
  ],
  [
    'the same, told as a send',
    [
      transaction(9, 'send', [fungible('out', '0', { ...usd, recipient: twin })], {
        ...byStranger,
        sentTo: usdc,
      }),
    ],
  ],
  ['zero from the twin', [received(9, [fungible('in', '0', { ...usd, sender: twin })], stranger)]],
  [
    'a counterfeit of what was paid, from us by its word',
    [
      transaction(
        9,
        'send',
        [
          fungible('out', '100', {
            symbol: 'USDC',
            address: router,
            decimals: 6,
            vouched: false,
            spam: true,
            recipient: twin,
          }),
        ],
        { ...byStranger, sentTo: router },
      ),
    ],
  ],
  [
    'a counterfeit that is not flagged',
    [
      transaction(
        9,
        'send',
        [
          fungible('out', '100', {
            symbol: 'USDC\u200b',
            address: router,
            decimals: 6,
            vouched: false,
            recipient: twin,
          }),
        ],
        { ...byStranger, sentTo: router },
      ),
    ],
  ],
  [
    'a counterfeit that comes in',
    [
      received(
        9,
        [
          fungible('in', '100', {
            symbol: 'USD Coin',
            address: router,
            decimals: 6,
            vouched: false,
            sender: twin,
          }),
        ],
        stranger,
      ),
    ],
  ],
  [
    'one wei from the twin itself',
    [received(9, [fungible('in', '0.000000000000000001', { sender: twin })], twin)],
  ],
  [
    'dust of a real token from the twin',
    [received(9, [fungible('in', '0.0001', { ...usd, sender: twin })], twin)],
  ],
  ['dust by its value', [received(9, [fungible('in', '4', { ...usd, value: 0.0001, sender: twin })], twin)]],
  [
    'a transaction of nothing from the twin',
    [transaction(9, 'execute', [], { sentFrom: twin, sentTo: me, nonce: null })],
  ],
  [
    'a spam collectible from the twin',
    [received(9, [collectible('in', '1', { spam: true, sender: twin })], twin)],
  ],
  [
    'dust to many at once, by a contract',
    [
      received(
        9,
        [fungible('in', '0.000001', { sender: router }), fungible('in', '0', { ...usd, sender: twin })],
        stranger,
      ),
    ],
  ],
  [
    'the twin in small letters',
    [received(9, [fungible('in', '0', { ...usd, sender: twin.toLowerCase() })], stranger)],
  ],
  [
    'the twin in capitals',
    [
      received(
        9,
        [fungible('in', '0', { ...usd, sender: twin.toUpperCase().replace('0X', '0x') })],
        stranger,
      ),
    ],
  ],
  [
    'only four at the end',
    [
      received(
        9,
        [
          fungible('in', '0', {
            ...usd,
            sender: `${friend.slice(0, 6)}${'e'.repeat(32)}${friend.slice(-4)}`,
          }),
        ],
        stranger,
      ),
    ],
  ],
  ['a twin of our own', [received(9, [fungible('in', '0', { ...usd, sender: imitate(me) })], stranger)]],
  [
    'a twin of our own receives nothing',
    [
      transaction(9, 'send', [fungible('out', '0', { ...usd, recipient: imitate(me) })], {
        ...byStranger,
        sentTo: usdc,
      }),
    ],
  ],
  [
    'minutes after the payment, many times',
    [2, 3, 4, 5].map(n =>
      transaction(n, 'send', [fungible('out', '0', { ...usd, recipient: imitate(friend, String(n)) })], {
        ...byStranger,
        sentTo: usdc,
      }),
    ),
  ],
  [
    'before the payment that it imitates is known',
    [received(0, [fungible('in', '0', { ...usd, sender: twin })], stranger)],
  ],
  [
    'a token without a name',
    [
      received(
        9,
        [
          fungible('in', '100', {
            symbol: null,
            address: router,
            decimals: null,
            vouched: false,
            sender: twin,
          }),
        ],
        stranger,
      ),
    ],
  ],
  [
    'a token that hides its amount',
    [
      received(
        9,
        [fungible('in', null, { address: router, decimals: null, vouched: false, sender: twin })],
        stranger,
      ),
    ],
  ],
  [
    'a mint out of nothing, brought about by the twin',
    [received(9, [fungible('in', '5', { address: router, vouched: false, sender: zero })], twin)],
  ],
  ['real money from the twin', [received(9, [fungible('in', '3', { ...usd, sender: twin })], twin)], 'shown'],
  [
    'real money taken to the twin, by an allowance',
    [
      transaction(9, 'send', [fungible('out', '80', { ...usd, recipient: twin })], {
        ...byStranger,
        sentTo: usdc,
      }),
    ],
    'shown',
  ],
  [
    'what we sent to the twin ourselves',
    [transaction(9, 'send', [fungible('out', '80', { ...usd, recipient: twin })], { sentTo: usdc })],
    'shown',
  ],
]

describe('T63: poisoned histories', () => {
  test('there are at least twenty', () => expect(poison.length).toBeGreaterThanOrEqual(20))

  test.each(poison.map(([name, transactions, worth]) => ({ name, transactions, worth })))(
    '$name',
    ({ transactions, worth }) => {
      const entries = composeOwn(
        [...transactions, paid].sort((a, b) => (a.metadata.minedAt < b.metadata.minedAt ? 1 : -1)),
      )
      const bad = entries.filter(({ id }) => id !== paid.metadata.hash)
      expect(bad.length).toBe(transactions.length)
      for (const entry of bad) {
        expect(entry.alike, 'is told for what it is').toBeDefined()
        expect([friend, me]).toContain(entry.alike?.known)
        expect(entry.hidden).toBe(worth === undefined)
      }
      // The real payment stays as it was.
      expect(entries.find(({ id }) => id === paid.metadata.hash)).toMatchObject({
        hidden: false,
        counterparty: friend,
      })
      expect(entries.find(({ id }) => id === paid.metadata.hash)).not.toHaveProperty('alike')
    },
  )

  test('a payment to the twin does not make the twin known: what comes from it later is still marked', () => {
    const entries = composeOwn([
      received(12, [fungible('in', '7', { ...usd, sender: twin })], twin),
      transaction(9, 'send', [fungible('out', '80', { ...usd, recipient: twin })]),
      paid,
    ])
    expect(entries.map(({ alike }) => alike?.address)).toEqual([twin, twin, undefined])
  })

  test('the journal and the visitor’s other accounts are known as well', () => {
    const from = (address: string) => received(9, [fungible('in', '1', { sender: address })], address)
    expect(composeOwn([from(twin)], [sent(2)]).find(({ id }) => id === hashOf(9))?.alike?.known).toBe(friend)
    expect(composeOwn([from(twin)], [], { known: [friend] })[0]?.alike?.known).toBe(friend)
    expect(composeOwn([from(twin)], [sent(2, { status: 'rejected' })])[0]).not.toHaveProperty('alike')
    expect(composeOwn([from(friend)], [], { known: [friend] })[0]).not.toHaveProperty('alike')
  })

  test('a transfer reported by another account does not make its receiver known', () => {
    const entries = composeOwn([
      received(9, [fungible('in', '1', { sender: imitate(stranger) })], imitate(stranger)),
      transaction(3, 'send', [fungible('out', '0', { ...usd, recipient: stranger })], {
        sentFrom: router,
        nonce: null,
      }),
    ])
    expect(entries.map(({ alike }) => alike)).toEqual([undefined, undefined])
  })

  test('a token that the visitor dealt in is known by that', () => {
    const own = { symbol: 'HOME', address: router, vouched: false }
    const coming = received(9, [fungible('in', '5', own)], stranger)
    expect(composeOwn([coming])[0]).toMatchObject({ hidden: true, marks: ['unvouched'] })
    expect(composeOwn([coming, transaction(3, 'mint', [fungible('in', '9', own)])])[0]).toMatchObject({
      hidden: false,
      marks: [],
    })
  })
})

test('SPEC §4 only the connected chain', () => {
  const other = transaction(2, 'send', [fungible('out', '1')], { chain: 'eip155:10' })
  expect(composeOwn([other, transaction(1, 'send', [fungible('out', '1')])]).map(({ id }) => id)).toEqual([
    hashOf(1),
  ])
})

test('both legs of a swap, the outgoing one first', () => {
  const [entry] = composeOwn([
    transaction(1, 'trade', [fungible('in', '2400', usd), fungible('out', '1')], { sentTo: router }),
  ])
  expect(entry?.legs.map(({ direction, asset, amount }) => [direction, asset.symbol, amount])).toEqual([
    ['out', 'ETH', '1'],
    ['in', 'USDC', '2400'],
  ])
})

describe('what this visitor just sent', () => {
  const mined = transaction(5, 'send', [fungible('out', '0.25')])

  test('is on top while it is on its way, and one entry when it is mined', () => {
    expect(composeOwn([paid], [sent(5)]).map(({ id, status }) => [id, status])).toEqual([
      [hashOf(5), 'pending'],
      [hashOf(1), 'confirmed'],
    ])
    expect(composeOwn([mined, paid], [sent(5)]).map(({ id, status }) => [id, status])).toEqual([
      [hashOf(5), 'confirmed'],
      [hashOf(1), 'confirmed'],
    ])
    const reverted = transaction(5, 'send', [], { status: 'failed' })
    expect(composeOwn([reverted], [sent(5)])).toMatchObject([{ status: 'failed' }])
  })

  test.each<[TransferEntry['status'], string | undefined]>([
    ['asked', 'asked'],
    ['unknown', 'unknown'],
    ['pending', 'pending'],
    ['confirmed', 'confirmed'],
    ['failed', 'failed'],
    ['dropped', 'dropped'],
    ['rejected', undefined],
  ])('%s is shown as %s', (status, shown) => {
    expect(composeOwn([], [sent(5, { status })])[0]?.status).toBe(shown)
  })

  test('without a hash it is known by its draft', () => {
    const { hash: _, ...asked } = sent(5, { status: 'asked' })
    expect(composeOwn([], [asked])).toMatchObject([{ id: 'draft-5', status: 'asked', counterparty: friend }])
  })

  test('leaves out another account or network', () => {
    expect(
      composeOwn([], [sent(5, { from: `eip155:1:${stranger}` }), sent(6, { caipNetworkId: 'eip155:10' })]),
    ).toEqual([])
    expect(composeOwn([], [sent(5, { from: `eip155:1:${me.toLowerCase()}` })])).toHaveLength(1)
  })

  test('sped up: one entry, which says so', () => {
    const faster = transaction(6, 'send', [fungible('out', '0.25')], { nonce: 7 })
    const told = {
      status: 'replaced',
      hash: hashOf(5),
      by: hashOf(6),
      reason: 'repriced',
      outcome: 'confirmed',
    } as const
    expect(composeOwn([faster], [sent(5, { status: 'replaced', receipt: told })])).toMatchObject([
      { id: hashOf(6), status: 'confirmed', replacement: 'repriced' },
    ])
    // By the nonce it took, whether the journal heard of it or not.
    expect(composeOwn([faster], [sent(5, { nonce: '7' })])).toMatchObject([
      { id: hashOf(6), replacement: 'repriced' },
    ])
    // Before the list has it, the journal's word stands.
    expect(composeOwn([], [sent(5, { status: 'replaced', receipt: told })])).toMatchObject([
      { id: hashOf(5), status: 'replaced', replacedBy: hashOf(6), replacement: 'repriced' },
    ])
  })

  test('cancelled: one entry, which says so', () => {
    const cancel = transaction(6, 'send', [fungible('self', '0')], { nonce: 7, sentTo: me })
    const bare = transaction(6, 'execute', [], { nonce: 7, sentTo: me })
    for (const each of [cancel, bare]) {
      expect(composeOwn([each], [sent(5, { nonce: '7' })])).toMatchObject([
        { id: hashOf(6), replacement: 'cancelled' },
      ])
    }
  })

  test('another transaction took its nonce: both are listed, and only its receipt settles it', () => {
    const other = transaction(6, 'approve', [], { nonce: 7, sentTo: usdc })
    // The nonce was guessed before the wallet chose one: another transaction with it proves nothing.
    const waiting = composeOwn([other], [sent(5, { nonce: '7' })])
    expect(waiting).toMatchObject([
      { id: hashOf(6), kind: 'approve' },
      { id: hashOf(5), status: 'pending' },
    ])
    expect(waiting[1]).not.toHaveProperty('replacedBy')
    const receipt = {
      status: 'replaced',
      hash: hashOf(5),
      by: hashOf(6),
      reason: 'other',
      outcome: 'confirmed',
    } as const
    expect(composeOwn([other], [sent(5, { nonce: '7', status: 'replaced', receipt })])).toMatchObject([
      { id: hashOf(6), kind: 'approve' },
      { id: hashOf(5), status: 'replaced', replacedBy: hashOf(6), replacement: 'other' },
    ])
  })

  test('T73 the same sent twice on purpose is two: the one that is mined does not stand for the other', () => {
    const first = transaction(6, 'send', [fungible('out', '0.25')], { nonce: 7 })
    const twice = composeOwn([first], [sent(8, { nonce: '7' }), sent(6, { nonce: '7', status: 'confirmed' })])
    expect(twice).toMatchObject([
      { id: hashOf(8), status: 'pending' },
      { id: hashOf(6), status: 'confirmed' },
    ])
    expect(twice[1]).not.toHaveProperty('replacement')
  })

  test('a settled transfer waits until the history reaches its position', () => {
    const old = sent(-400, { status: 'dropped' })
    expect(composeOwn([paid], [old], { complete: false })).toHaveLength(1)
    expect(composeOwn([paid], [old], { complete: true })).toHaveLength(2)
    expect(composeOwn([paid], [sent(-400)], { complete: false })).toHaveLength(2)
  })
})

describe('SPEC §9 grouping by year then month, newest first', () => {
  const at = (year: number, month: number, day = 3) => new Date(year, month, day, 12).toISOString()
  const mined = (n: number, minedAt: string) => transaction(n, 'send', [], { minedAt })

  test('follows the visitor’s own calendar', () => {
    const groups = groupByMonth(
      composeOwn([
        mined(6, at(2026, 10, 20)),
        mined(5, at(2026, 10, 1)),
        mined(4, at(2026, 0)),
        mined(3, at(2025, 11)),
        mined(2, at(2025, 10)),
        mined(1, 'never'),
      ]),
    )
    expect(groups.map(({ key, entries }) => [key, entries.length])).toEqual([
      ['2026-11', 2],
      ['2026-01', 1],
      ['2025-12', 1],
      ['2025-11', 1],
      ['undated', 1],
    ])
    expect(groups[0]?.month).toEqual({ year: 2026, month: 10 })
  })

  test('each entry is in its month once, in order, whatever comes', () => {
    const times = fc.array(fc.integer({ min: 0, max: 4_000_000_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(times, seconds => {
        const entries = composeOwn(seconds.map((time, n) => mined(n, new Date(time * 1_000).toISOString())))
        const groups = groupByMonth(deepFreeze(entries))
        const flat = groups.flatMap(group => group.entries)
        expect(flat.map(({ id }) => id).sort()).toEqual(entries.map(({ id }) => id).sort())
        const order = flat.map(entry => entry.at ?? 0)
        expect(order).toEqual([...order].sort((a, b) => b - a))
        for (const { month, entries: all } of groups) {
          for (const entry of all) {
            const date = new Date(entry.at ?? 0)
            expect([date.getFullYear(), date.getMonth()]).toEqual([month?.year, month?.month])
          }
        }
      }),
    )
  })
})

test('a transaction is read once, however often the list is composed', () => {
  let reads = 0
  const read = createReader()
  const counting: typeof read = (...of) => {
    reads += 1
    return read(...of)
  }
  const transactions = Array.from({ length: 50 }, (_, n) =>
    transaction(50 - n, 'send', [fungible('out', '1')]),
  )
  const input = {
    account: myAccount,
    facts: evmFacts,
    transactions,
    sends: [],
    known: [],
    complete: true,
  }
  const [one] = composeActivity(input, counting)
  const [other] = composeActivity(input, counting)
  expect(other).toBe(one)
  expect(reads).toBe(100)
  expect(noon).toBeGreaterThan(0)
})

describe('calls of the host’s that were sent from here', () => {
  const at = sent(5).at
  const called = (more: Partial<CallsEntry> = {}): CallsEntry => ({
    kind: 'calls',
    id: 'calls',
    from: myAccount,
    caipNetworkId: 'eip155:1',
    at,
    digest: 'a'.repeat(64),
    count: 3,
    targets: [usdc, friend],
    value: { asset: { symbol: 'ETH', decimals: 18 }, amount: '0.5' },
    status: 'pending',
    ...more,
  })

  test.each(['asked', 'unknown', 'pending', 'confirmed', 'failed', 'dropped'] as const)(
    'are one entry while they are %s, with the currency that they carry and whom they call',
    status => {
      expect(composeOwn([], [called({ status })])).toMatchObject([
        {
          id: 'calls',
          kind: 'execute',
          status,
          own: true,
          legs: [{ direction: 'out', amount: '0.5', asset: { key: 'native', symbol: 'ETH' } }],
          counterparty: usdc,
          others: 1,
        },
      ])
    },
  )

  test('are left out when the visitor refused them', () => {
    expect(composeOwn([], [called({ status: 'rejected' })])).toEqual([])
  })

  test('have no amount when they carry no currency', () => {
    const { value: _, ...free } = called()
    expect(composeOwn([], [free])).toMatchObject([{ legs: [] }])
  })

  test('of a batch become the chain’s entry once the history has its transaction', () => {
    const batch = called({
      batchId: '0xba7c4',
      status: 'confirmed',
      receipt: { status: 'confirmed', hash: hashOf(9) },
    })
    expect(composeOwn([], [batch])).toMatchObject([{ id: hashOf(9), hash: hashOf(9), status: 'confirmed' }])
    const mined = transaction(9, 'trade', [fungible('out', '100', usd)], { sentTo: usdc })
    expect(composeOwn([mined], [batch])).toMatchObject([{ id: hashOf(9), kind: 'trade' }])
  })

  test('do not make their targets known receivers (T63)', () => {
    const from = transaction(9, 'receive', [fungible('in', '5', usd)], { ...byStranger, sentFrom: twin })
    const find = (sends: readonly JournalEntry[]) =>
      composeOwn([from], sends).find(({ id }) => id === hashOf(9))
    expect(find([called({ targets: [friend] })])).not.toHaveProperty('alike')
    expect(find([sent(5)])).toHaveProperty('alike')
  })
})

describe('a namespace in which the case of an id tells', () => {
  const account = 'orbit:main:Own' as const
  const exact = testFacts('orbit')
  const chain = 'orbit:main'
  const mined = (hash: string, transfers: readonly Transfer[]): Transaction => {
    const one = transaction(1, 'send', transfers, {
      chain,
      hash,
      sentFrom: 'Own',
      sentTo: 'Friend',
      nonce: null,
    })
    return { ...one, id: `${chain}:${hash}` }
  }
  const ids = (entries: ReturnType<typeof composeOwn>) => entries.map(({ id }) => id)
  const within = (transactions: readonly Transaction[], sends: readonly JournalEntry[] = []) =>
    composeOwn(transactions, sends, { account, facts: exact })

  test('keeps a transfer that was sent from here beside a transaction whose hash differs in case alone', () => {
    const ours = sent(2, { from: account, caipNetworkId: chain, hash: 'HashA', to: 'Friend' })
    const entries = within([mined('Hasha', [fungible('out', '1', { recipient: 'Friend' })])], [ours])
    expect(ids(entries)).toEqual(['HashA', 'Hasha'])
    expect(ids(within([mined('HashA', [])], [ours]))).toEqual(['HashA'])
  })

  test('leaves out what an account sent whose address differs in case alone', () => {
    const ours = sent(2, { from: 'orbit:main:own', caipNetworkId: chain, hash: 'HashA', to: 'Friend' })
    expect(within([], [ours])).toEqual([])
  })

  test('vouches for a token that the account dealt in, and for no other', () => {
    const token = (address: string) => fungible('in', '1', { symbol: 'TRUE', address, vouched: false })
    const dealt = { ...token('TokenA'), direction: 'out', recipient: 'Friend' } as const
    const got = (hash: string, address: string) => {
      const one = mined(hash, [{ ...token(address), sender: 'Friend', recipient: 'Own' }])
      return { ...one, metadata: { ...one.metadata, operationType: 'receive', sentFrom: 'Friend' } as const }
    }
    const [, same, other] = within([mined('One', [dealt]), got('Two', 'TokenA'), got('Three', 'Tokena')])
    expect([same?.hidden, other?.hidden]).toEqual([false, true])
  })
})
