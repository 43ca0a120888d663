import { describe, expect, test } from 'vitest'
import type { CaipAddress } from '../../../contract/caip.ts'
import type { Transaction } from '../../../contract/history.ts'
import type { TransferEntry } from '../../../contract/journal.ts'
import { connection, part } from '../../fixtures/connections.ts'
import { alikeOf, knownAddresses } from './knownAddresses.ts'
import { recentReceivers } from './recentReceivers.ts'

const own = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const friend = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const owner: CaipAddress = `eip155:1:${own}`
const imitate = (address: string, at: number) =>
  `${address.slice(0, 6)}${String(at).padStart(30, '0')}${address.slice(-6)}`.toLowerCase()

const sent = (to: string, status: TransferEntry['status'] = 'confirmed'): TransferEntry => ({
  kind: 'transfer',
  id: to,
  from: owner,
  caipNetworkId: 'eip155:1',
  to,
  asset: { symbol: 'ETH', decimals: 18 },
  amount: '1',
  at: 1,
  status,
})

function transaction(sentFrom: string, direction: 'in' | 'out', other: string): Transaction {
  return {
    id: other,
    metadata: { sentFrom, sentTo: other, status: 'confirmed' } as Transaction['metadata'],
    transfers: [
      {
        direction,
        sender: direction === 'in' ? other : own,
        recipient: direction === 'in' ? own : other,
      } as Transaction['transfers'][number],
    ],
  }
}

const connections = [connection('one', { eip155: part([own]) })]

test('T63 a repriced payment makes its receiver known; a cancelled one does not', () => {
  const replaced = (reason: 'repriced' | 'cancelled', outcome: 'confirmed' | 'failed' = 'confirmed') => ({
    ...sent(friend, 'replaced'),
    receipt: { status: 'replaced', hash: '0x1', by: '0x2', reason, outcome } as const,
  })
  const paid = (each: TransferEntry) => recentReceivers([each], owner).map(({ to }) => to)
  expect(paid(replaced('repriced'))).toEqual([friend])
  expect(paid(replaced('repriced', 'failed'))).toEqual([])
  expect(paid(replaced('cancelled'))).toEqual([])
})

describe('T63 whom the visitor has dealt with', () => {
  // Twenty histories, poisoned by what arrives from imitations and by forged "transfers" to them.
  const poisoned = Array.from({ length: 20 }, (_, at) => {
    const forger = `0x${'9'.repeat(40)}`
    return at % 2 === 0
      ? transaction(forger, 'in', imitate(friend, at))
      : transaction(forger, 'out', imitate(friend, at))
  })

  test.each(poisoned.map((each, at) => [at, each] as const))(
    'poison %i is no recent receiver, and is detected when it is pasted',
    (at, poison) => {
      const activity = [poison, transaction(own, 'out', friend)]
      const known = knownAddresses(owner, { sent: [], connections, activity })
      expect(recentReceivers([], owner)).toEqual([])
      expect(known.paid).toEqual([friend])
      expect(alikeOf(imitate(friend, at), known)).toBe(friend)
      expect(alikeOf(friend, known)).toBeUndefined()
    },
  )

  test('an imitation of the own address, and of one that was only seen', () => {
    const activity = [transaction(friend, 'in', friend)]
    const known = knownAddresses(owner, { sent: [], connections, activity })
    expect(alikeOf(imitate(own, 1), known)).toBe(own)
    expect(alikeOf(imitate(friend, 1), known)).toBe(friend)
    expect(alikeOf(own.toLowerCase(), known)).toBeUndefined()
    expect(alikeOf(`0x${'1'.repeat(40)}`, known)).toBeUndefined()
  })

  test('a payment that failed on the chain makes its receiver no known one', () => {
    const paid = transaction(own, 'out', friend)
    const failed: Transaction = { ...paid, metadata: { ...paid.metadata, status: 'failed' } }
    const known = knownAddresses(owner, { sent: [], connections, activity: [failed] })
    expect([known.paid, known.seen]).toEqual([[], [friend]])
  })

  test('an address that was paid is what it seems, though it looks like another that was', () => {
    const activity = [transaction(own, 'out', friend), transaction(own, 'out', imitate(friend, 1))]
    const known = knownAddresses(owner, { sent: [], connections, activity })
    expect(alikeOf(friend, known)).toBeUndefined()
    expect(alikeOf(imitate(friend, 1), known)).toBeUndefined()
    expect(alikeOf(imitate(friend, 2), known)).toBeDefined()
  })

  test('receivers are those that something was sent to from here, each once, the latest first', () => {
    const all = [sent('0xb'), sent('0xA'), sent('0xa'), sent('0xc', 'rejected'), sent('0xd', 'unknown')]
    expect(recentReceivers(all, owner).map(({ to }) => to)).toEqual(['0xb', '0xA'])
    expect(recentReceivers(all, undefined)).toEqual([])
  })
})
