import { expect, test } from 'vitest'
import type { ApprovalEntry } from '../../../contract/journal.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { everyKind, now, swap, transfer } from './fixtures/entries.ts'
import { glimpseApprovals } from './glimpseApprovals.ts'
import { journalKey } from './storedJournal.ts'

const account = transfer.from
const approval: ApprovalEntry = {
  kind: 'approval',
  id: 'a',
  from: account,
  caipNetworkId: 'eip155:1',
  at: now,
  asset: { symbol: 'USDC', decimals: 6, address: '0x00000000000000000000000000000000000000AA' },
  amount: '100',
  spender: '0x00000000000000000000000000000000000000bb',
  status: 'confirmed',
}
const others = everyKind.filter(each => each.kind !== 'approval' && !('allowance' in each))

test.each<[string, readonly unknown[], boolean]>([
  ['nothing was approved', others, false],
  ['an approval among others', [...others, approval], true],
  ['pending', [{ ...approval, status: 'pending' }], true],
  ['its outcome is unknown', [{ ...approval, status: 'unknown' }], true],
  ['refused', [{ ...approval, status: 'rejected' }], false],
  ['failed', [{ ...approval, status: 'failed' }], false],
  [
    'of another account',
    [{ ...approval, from: 'eip155:1:0x00000000000000000000000000000000000000cc' }],
    false,
  ],
  ['of the account in another case', [{ ...approval, from: account.toLowerCase() }], true],
  ['a swap with its approval failed', [{ ...swap, status: 'failed' }], true],
  ['it is not known whether it was sent', [{ ...swap, status: 'unknown' }], true],
  ['it used the allowance up', [{ ...swap, status: 'confirmed' }], false],
  ['it was refused', [{ ...swap, status: 'rejected' }], false],
  ['rubbish', [null, 7, 'approval', { kind: 'approval' }, []], false],
])('%s', async (_, entries, expected) => {
  const clock = createFakeClock(now)
  const storage = createKeyStore({ id: 'default', store: createMemoryStorage(), clock })
  expect(await glimpseApprovals(storage, account)).toBe(false)
  await storage.write(journalKey, entries as never)
  expect(await glimpseApprovals(storage, account)).toBe(expected)
})

test.each([
  ['{"v":1,"at":1800000000000,"data":[{"place":"7"}]}', 'version 1'],
  ['{"v":3,"at":1800000000000,"data":[{"kind":"approval"}]}', 'a later version'],
  ['not json', 'rubbish'],
  ['{"v":2,"at":1800000000000,"data":{"kind":"approval"}}', 'no list'],
])('%s is no approval: %s', async text => {
  const store = createMemoryStorage()
  const storage = createKeyStore({ id: 'default', store, clock: createFakeClock(now) })
  await store.setItem(storage.fullName(journalKey), text)
  expect(await glimpseApprovals(storage, account)).toBe(false)
})
