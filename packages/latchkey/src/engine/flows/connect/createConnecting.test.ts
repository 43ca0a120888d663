import { expect, test } from 'vitest'
import type { WalletRow } from '../../../contract/wallet.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { createConnecting } from './createConnecting.ts'

const row: WalletRow = {
  key: 'custom:one',
  walletId: 'custom:one',
  group: 'custom',
  name: 'One',
  discovered: [
    { key: '1', namespace: 'eip155', source: 'announced', info: { name: 'One' }, provider: undefined },
  ],
}

test.each([
  ['an error of the page', new TypeError('offline')],
  ['no error at all', undefined],
  ['an error of another product', { code: 4001, message: 'no' }],
])('shows that connecting failed when the engine rejects with %s', async (_name, cause) => {
  const connecting = createConnecting({
    connect: () => Promise.reject(cause),
    ctx: { clock: createFakeClock() },
  })
  connecting.enter(row)
  await expect.poll(() => connecting.machine.getState()).toMatchObject({ at: 'failed', failure: 'other' })
})
