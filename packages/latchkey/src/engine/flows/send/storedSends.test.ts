import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mainnet } from '../../../contract/networks/evm.ts'
import type { SentTransfer } from '../../../contract/send.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { isSameTransfer, mostSends, pruneSends, sendsKey, toSent, toTransfer } from './storedSends.ts'

const from = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const now = 1_800_000_000_000
const transfer = {
  from,
  network: mainnet,
  to: '0x00000000000000000000000000000000000000AA',
  asset: { symbol: 'ETH', decimals: 18 },
  amount: { value: 1n, decimals: 18 },
} as const
const sent = (id: string, more: Partial<SentTransfer> = {}) => ({
  ...toSent(transfer, { id, at: now }),
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
        const kept = JSON.parse(JSON.stringify({ ...toSent(whole, { id: 'a', at: now }), place: '7' }))
        const [read] = sendsKey.parse([kept]) ?? []
        expect(read).toEqual(kept)
        expect(toTransfer({ config: { networks: [mainnet] } as never }, kept)).toEqual(whole)
      },
    ),
  )
})

test('F33 T19 whatever is stored, only what is sound comes back', () => {
  const thing = fc.oneof(fc.anything(), fc.constant(sent('a')))
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.array(thing)), data => {
      for (const each of sendsKey.parse(data) ?? []) expect(each).toEqual(sent('a'))
    }),
  )
  for (const wrong of [
    { id: '' },
    { from: 'eip155:5:0x1' },
    { amount: '-1' },
    { amount: '1e3' },
    { status: 'sent' },
    { at: 0.5 },
    { at: 8.64e15 + 1 },
    { asset: { symbol: 'X', decimals: 256 } },
    { hash: 'x'.repeat(200) },
  ])
    expect(sendsKey.parse([{ ...sent('a'), ...wrong }, sent('b')])).toEqual([sent('b')])
})

test('a receipt that makes no sense is left out, and the rest stays', () => {
  const hash = `0x${'1'.repeat(64)}`
  const replaced = { status: 'replaced', hash, by: hash, reason: 'repriced', outcome: 'confirmed' } as const
  expect(sendsKey.parse([sent('a', { receipt: replaced })])?.[0]?.receipt).toEqual(replaced)
  const odd = { ...replaced, outcome: 'fine' } as never
  expect(sendsKey.parse([sent('a', { receipt: odd })])).toEqual([sent('a')])
})

test('at most 50 are kept, newest first, and what is not settled goes last', () => {
  const old = sent('old', { status: 'unknown', at: now - 1_000_000 })
  const many = Array.from({ length: 80 }, (_, at) => sent(`${at}`, { status: 'confirmed', at: now - at }))
  const kept = pruneSends([...many, old], now)
  expect(kept).toHaveLength(mostSends)
  expect(kept[0]?.id).toBe('0')
  expect(kept.at(-1)?.id).toBe('old')
  expect(pruneSends([sent('a', { status: 'rejected' })], now + 60_000)).toEqual([])
  expect(pruneSends([sent('a', { status: 'pending' })], now + 29 * 86_400_000)).toEqual([])
})

test('the same is what moves the same to the same', () => {
  expect(isSameTransfer(sent('a'), sent('b', { at: 1, status: 'unknown' }))).toBe(true)
  for (const other of [
    { to: from.slice(9) },
    { amount: '2' },
    { caipNetworkId: 'eip155:5' as const },
    { asset: { ...transfer.asset, address: '0x1' } },
  ])
    expect(isSameTransfer(sent('a'), sent('b', other))).toBe(false)
})

test('F33 a journal of a newer release is left alone', async () => {
  const store = createMemoryStorage()
  const newer = JSON.stringify({ v: 2, at: now, data: 'something else' })
  store.setItem('@latchkey/x/sends', newer)
  const keys = createKeyStore({ id: 'x', store, clock: createFakeClock(now) })
  expect(await keys.read(sendsKey)).toBeUndefined()
  await keys.write(sendsKey, [])
  expect(store.getItem('@latchkey/x/sends')).toBe(newer)
})
