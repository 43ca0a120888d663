import { expect, test } from 'vitest'
import type { ApprovalEntry } from '../../contract/journal.ts'
import type { FakeSwaps } from '../fixtures/fakeSwaps.ts'
import { fakeAddress, fakeContacts } from '../fixtures/fakeWallet.ts'
import { createRuntimePage } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const { startConnected, find, button, root } = createRuntimePage()

const [spender = '', token = ''] = fakeContacts
const usdc = { symbol: 'USDC', decimals: 6, address: token }
const approval: ApprovalEntry = {
  kind: 'approval',
  id: 'a',
  from: `eip155:1:${fakeAddress}`,
  caipNetworkId: 'eip155:1',
  at: Date.now(),
  asset: usdc,
  amount: '100',
  spender,
  hash: `0x${'5a'.repeat(32)}`,
  status: 'confirmed',
}
const left: FakeSwaps = { allowances: [{ token: usdc, amount: { value: 100_000_000n, decimals: 6 } }] }

/** Opens the account of a visitor with this journal. Answers whether swapping was fetched. */
async function openAccount(sent: readonly ApprovalEntry[], swaps: FakeSwaps): Promise<() => boolean> {
  const runtime = await startConnected({ sent, swaps })
  const { engine } = runtime
  const fetch = engine.swapping
  let isFetched = false
  Object.assign(engine, {
    swapping: () => {
      isFetched = true
      return fetch()
    },
  })
  runtime.open({ view: 'Account' })
  await until(() => find('[data-view=Account] [data-row=disconnect]'))
  return () => isFetched
}

test('an allowance that a reload left behind is offered for revoking in Account', async () => {
  await openAccount([approval], left)
  const revoke = await until(() => button('Revoke: USDC'))
  expect(root().querySelector('.swap-allowance')?.textContent).toContain('100 USDC can still be taken')
  revoke.click()
  await until(() => root().querySelector('.swap-allowance') === null)
})

test('what the chain says is used up is not listed, whatever the journal has', async () => {
  const isFetched = await openAccount([approval], { allowances: [] })
  await until(isFetched)
  expect(root().querySelector('.swap-allowance')).toBeNull()
})

test.each([
  ['nothing was approved', []],
  ['the approval was refused', [{ ...approval, status: 'rejected' as const }]],
  ['it is of another account', [{ ...approval, from: `eip155:1:${spender}` as const }]],
])('swapping is not fetched at rest: %s', async (_, sent) => {
  const isFetched = await openAccount(sent, left)
  // The glimpse is over when a later read of the same store is.
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect(isFetched()).toBe(false)
  expect(root().querySelector('.swap-allowance')).toBeNull()
})
