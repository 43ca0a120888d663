import { expect, test } from 'vitest'
import { evmFacts } from '../../../chains/evm/evmFacts.ts'
import { testFacts } from '../../../chains/fixtures/testFacts.ts'
import type { TransferEntry } from '../../../contract/journal.ts'
import { hashOf, myAccount, sent, stranger, transaction } from '../../../widget/fixtures/fakeTransactions.ts'
import { createMachine } from '../../base/machine.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import type { ActivityState } from './activity.ts'
import { chaseReceipts } from './chaseReceipts.ts'

const config = {
  adapters: [
    { namespace: 'eip155', facts: evmFacts },
    { namespace: 'orbit', facts: testFacts('orbit') },
  ],
  networks: [],
}

test.each<[string, Partial<TransferEntry>, readonly number[]]>([
  ['of this account', {}, [1_000]],
  ['of another network', { caipNetworkId: 'eip155:10' }, []],
  ['of another account', { from: `eip155:1:${stranger}` }, []],
])('what was sent and has its receipt is looked for in a list %s', (_name, more, delays) => {
  const clock = createFakeClock()
  const receipt = { status: 'confirmed', hash: hashOf(5) } as const
  const sends = [sent(5, { at: clock.now(), status: 'confirmed', receipt, ...more })]
  const known: ActivityState = {
    account: myAccount,
    at: 'ready',
    isMore: false,
    transactions: [],
    next: null,
    sends,
  }
  const machine = createMachine<ActivityState, ActivityState>(known, (_, next) => next)
  const stop = chaseReceipts({ clock, config }, { machine, look: async () => {} })
  expect(clock.delays).toEqual(delays)
  stop()
})

test('looks for a transaction although the list has one whose hash differs in case alone', () => {
  const clock = createFakeClock()
  const from = 'orbit:main:Own'
  const receipt = { status: 'confirmed', hash: 'HashA' } as const
  const mine = sent(5, { from, caipNetworkId: 'orbit:main', at: clock.now(), status: 'confirmed', receipt })
  const listed = (hash: string): ActivityState => ({
    account: from,
    at: 'ready',
    isMore: false,
    transactions: [transaction(5, 'send', [], { chain: 'orbit:main', hash })],
    next: null,
    sends: [mine],
  })
  const machine = createMachine<ActivityState, ActivityState>(listed('Hasha'), (_, next) => next)
  const stop = chaseReceipts({ clock, config }, { machine, look: async () => {} })
  expect(clock.delays).toEqual([1_000])
  machine.dispatch(listed('HashA'))
  expect(clock.delays).toEqual([])
  stop()
})
