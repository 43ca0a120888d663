import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JournalEntry, OrderEntry, TransferEntry } from '../../../contract/journal.ts'
import { mainnet } from '../../../contract/networks/evm.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { calls, everyKind, now, order, payment, swap } from './fixtures/entries.ts'
import version1 from './fixtures/sends.v1.json' with { type: 'json' }
import { isSettled } from './isSettled.ts'
import { journalKey, mostEntries, pruneJournal } from './storedJournal.ts'
import { toEntry, toTransfer } from './transferEntry.ts'

const from = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const transfer = {
  from,
  network: mainnet,
  to: '0x00000000000000000000000000000000000000AA',
  asset: { symbol: 'ETH', decimals: 18 },
  amount: { value: 1n, decimals: 18 },
} as const
const sent = (id: string, more: Partial<TransferEntry> = {}) => ({
  ...toEntry(transfer, { id, at: now }),
  ...more,
})

test('T74 a transfer comes back as it was, to the last unit', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.integer({ min: 0, max: 40 }),
      (value, decimals) => {
        const asset = { ...transfer.asset, decimals }
        const whole = { ...transfer, asset, amount: { value, decimals } }
        const kept = JSON.parse(JSON.stringify({ ...toEntry(whole, { id: 'a', at: now }), nonce: '7' }))
        const [read] = journalKey.parse([kept]) ?? []
        expect(read).toEqual(kept)
        expect(toTransfer({ config: { networks: [mainnet] } as never }, kept)).toEqual(whole)
      },
    ),
  )
})

test('F33 T19 whatever is stored, only sound entries come back', () => {
  const thing = fc.oneof(fc.anything(), fc.constant(sent('a')))
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.array(thing)), data => {
      for (const each of journalKey.parse(data) ?? []) expect(each).toEqual(sent('a'))
    }),
  )
  for (const wrong of [
    { id: '' },
    { from: 'eip155:5:0x1' },
    { amount: '-1' },
    { amount: '1e3' },
    { status: 'sent' },
    { kind: 'gift' },
    { kind: undefined },
    { at: 0.5 },
    { at: 8.64e15 + 1 },
    { asset: { symbol: 'X', decimals: 256 } },
    { hash: 'x'.repeat(200) },
  ])
    expect(journalKey.parse([{ ...sent('a'), ...wrong }, sent('b')])).toEqual([sent('b')])
})

test('a receipt that makes no sense is left out, and the rest stays', () => {
  const hash = `0x${'1'.repeat(64)}`
  const replaced = { status: 'replaced', hash, by: hash, reason: 'repriced', outcome: 'confirmed' } as const
  expect(journalKey.parse([sent('a', { receipt: replaced })])).toMatchObject([{ receipt: replaced }])
  const odd = { ...replaced, outcome: 'fine' } as never
  expect(journalKey.parse([sent('a', { receipt: odd })])).toEqual([sent('a')])
})

test('stores at most 50, newest first, and drops unsettled entries last', () => {
  const old = sent('old', { status: 'unknown', at: now - 1_000_000 })
  const many = Array.from({ length: 80 }, (_, at) => sent(`${at}`, { status: 'confirmed', at: now - at }))
  const kept = pruneJournal([...many, old], now)
  expect(kept).toHaveLength(mostEntries)
  expect(kept[0]?.id).toBe('0')
  expect(kept.at(-1)?.id).toBe('old')
  expect(pruneJournal([sent('a', { status: 'rejected' })], now + 60_000)).toEqual([])
  expect(pruneJournal([sent('a', { status: 'pending' })], now + 29 * 86_400_000)).toEqual([])
})

test('F33 a journal of a newer release is left alone', async () => {
  const store = createMemoryStorage()
  const newer = JSON.stringify({ v: 3, at: now, data: 'something else' })
  store.setItem('@latchkey/x/sends', newer)
  const keys = createKeyStore({ id: 'x', store, clock: createFakeClock(now) })
  expect(await keys.read(journalKey)).toBeUndefined()
  await keys.write(journalKey, [])
  expect(store.getItem('@latchkey/x/sends')).toBe(newer)
})

test('an order whose amount its page asks for has none', () => {
  const { asset } = order.in
  const open: OrderEntry = { ...order, in: { asset }, recipient: '0x1', paymentId: 'pay_1' }
  expect(journalKey.parse([open])).toEqual([open])
})

test.each(everyKind.map(entry => [entry.kind, entry] as const))(
  'an entry of the kind %s comes back as it was, without members that are not its own',
  (_kind, entry) => {
    const stored = JSON.parse(JSON.stringify([{ ...entry, more: 1 }]))
    expect(journalKey.parse(stored)).toEqual([entry])
  },
)

test.each<[string, JournalEntry, Record<string, unknown>]>([
  ['calls with a digest that is none', calls, { digest: 'abc' }],
  ['calls of more targets than are stored', calls, { targets: Array(11).fill('0x1') }],
  ['calls that carry less than nothing', calls, { value: { ...calls.value, amount: '-1' } }],
  ['calls at a position below 0 of their list', calls, { list: { ...calls.list, at: -1 } }],
  ['a swap without what arrives', swap, { in: undefined }],
  ['a swap without an end', swap, { expiresAt: Number.NaN }],
  ['a swap with an allowance without a spender', swap, { allowance: { ...swap.allowance, spender: '' } }],
  ['a payment without a recipient', payment, { recipient: '' }],
  ['a payment of a rounded amount', payment, { out: { ...payment.out, amount: '1e3' } }],
  ['an order of a service that there is not', order, { via: 'casino' }],
  ['an order of an amount that is none', order, { in: { ...order.in, amount: '-1' } }],
  ['an order in a state that there is not', order, { state: 'asked' }],
  ['an order without an id of the services', order, { orderId: undefined }],
  ['an order in a currency that is none', order, { price: { currency: 'dollars', amount: '1' } }],
])('F33 %s is left out', (_what, entry, wrong) => {
  expect(journalKey.parse([{ ...entry, ...wrong }, order])).toEqual([order])
})

describe('C8 a journal of version 1', () => {
  const read = async (text: string) => {
    const store = createMemoryStorage()
    store.setItem('@latchkey/x/sends', text)
    const keys = createKeyStore({ id: 'x', store, clock: createFakeClock(now) })
    return { store, keys, entries: await keys.read(journalKey) }
  }

  test('is read as transfers, and written as version 2', async () => {
    const { store, keys, entries } = await read(JSON.stringify(version1))
    const transfers = version1.data.map(({ place, ...item }) => ({
      kind: 'transfer',
      ...item,
      ...(place && { nonce: place }),
    }))
    expect(transfers[0]).toMatchObject({ nonce: '7' })
    expect(entries).toEqual(transfers)
    await keys.write(journalKey, entries ?? [])
    expect(JSON.parse(String(store.getItem('@latchkey/x/sends')))).toEqual({ v: 2, at: now, data: transfers })
  })

  test('that is damaged yields only its valid entries', async () => {
    expect((await read(JSON.stringify({ ...version1, data: 'x' }))).entries).toBeUndefined()
    const odd = { ...version1, data: [null, 7, 'x', [], {}, version1.data[0]] }
    expect((await read(JSON.stringify(odd))).entries).toMatchObject([{ id: version1.data[0]?.id }])
  })
})

test('T73 of any kind, unsettled entries outlast settled ones', () => {
  const done = Array.from({ length: mostEntries }, (_, at) =>
    sent(`${at}`, { status: 'confirmed', at: now + 1 }),
  )
  const states = ['open', 'paid', 'sent', 'lost_sight'] as const
  const orders = states.map((state): OrderEntry => ({ ...order, id: state, state }))
  const open = [...everyKind.filter(entry => !isSettled(entry)), ...orders]
  const kept = pruneJournal([...done, ...open, payment], now)
  expect(kept).toHaveLength(mostEntries)
  expect(kept).toEqual(expect.arrayContaining(open))
  expect(kept).not.toContain(payment)
})

test.each(['confirmed', 'failed', 'refunded', 'expired'] as const)(
  'an order that is %s is settled',
  state => {
    expect(isSettled({ ...order, state })).toBe(true)
  },
)
