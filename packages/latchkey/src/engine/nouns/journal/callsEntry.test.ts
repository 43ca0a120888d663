import { expect, test } from 'vitest'
import { mainnet } from '../../../contract/networks/evm.ts'
import { digestCalls, toCallsEntry } from './callsEntry.ts'
import { journalKey } from './storedJournal.ts'

const from = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const to = '0x00000000000000000000000000000000000000AA'
const own = { id: 'calls', at: 1_800_000_000_000 }

test('T73 the same calls have the same digest, however a host writes them', () => {
  const digest = digestCalls([{ to, value: 16n, data: '0xAB' }, { to }])
  expect(digest).toMatch(/^[0-9a-f]{64}$/)
  for (const same of [
    [
      { to: to.toLowerCase(), value: '0x10', data: '0xab' },
      { to, value: 0n, data: '0x' },
    ],
    [
      { to, value: '0x010', data: '0xAb' },
      { to, value: '0x0' },
    ],
  ])
    expect(digestCalls(same)).toBe(digest)
})

test.each([
  ['less', [{ to, value: 1n }]],
  ['another order', [{ to }, { to, value: 1n }]],
  ['another target', [{ to: from.slice(9), value: 1n }, { to }]],
  [
    'other data',
    [
      { to, value: 1n },
      { to, data: '0x00' },
    ],
  ],
  ['more value', [{ to, value: 2n }, { to }]],
])('%s has another digest', (_what, calls) => {
  expect(digestCalls(calls)).not.toBe(digestCalls([{ to, value: 1n }, { to }]))
})

test('T74 an entry says whom the calls call and what they carry, to the last unit', () => {
  const calls = [{ to, value: 2n ** 200n }, { to: to.toLowerCase() }, { to, value: '0x1', data: '0x00' }]
  const entry = toCallsEntry({ from, network: mainnet, calls }, own)
  expect(entry).toMatchObject({
    count: 3,
    targets: [to, to.toLowerCase()],
    value: {
      asset: { symbol: 'ETH', decimals: 18 },
      amount: '1606938044258990275541962092341162602522202.993782792835301377',
    },
  })
  expect(toCallsEntry({ from, network: mainnet, calls: [{ to }] }, own)).not.toHaveProperty('value')
})

test('F33 a hundred calls to a hundred targets are stored, whatever a host writes', () => {
  const calls = Array.from({ length: 100 }, (_, at) => ({
    to: `0x${String(at).padStart(40, '0')}`,
    value: 'x',
  }))
  const odd = [
    ...calls.slice(3),
    { to: '' },
    { to: 'x'.repeat(1_000) },
    { to: undefined as never, value: {} as never },
  ]
  for (const each of [calls, odd]) {
    const entry = toCallsEntry({ from, network: mainnet, calls: each }, own)
    expect(journalKey.parse([JSON.parse(JSON.stringify(entry))])).toEqual([entry])
  }
})
