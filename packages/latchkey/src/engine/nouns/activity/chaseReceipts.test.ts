import { expect, test } from 'vitest'
import type { TransferEntry } from '../../../contract/journal.ts'
import { hashOf, myAccount, sent, stranger } from '../../../widget/fixtures/fakeTransactions.ts'
import { createMachine } from '../../base/machine.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import type { ActivityState } from './activity.ts'
import { chaseReceipts } from './chaseReceipts.ts'

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
  const stop = chaseReceipts({ clock }, { machine, look: async () => {} })
  expect(clock.delays).toEqual(delays)
  stop()
})
