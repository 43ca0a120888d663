import { afterEach, expect, test } from 'vitest'
import { mainnet } from '../../contract/networks/evm.ts'
import { eventually } from '../conformance/eventually.ts'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'

let fake: FakeRuntime
afterEach(() => fake.runtime.destroy())

test('settings of another wallet than ours lead to its account', async () => {
  fake = createFakeRuntime({
    wallets: [{ name: 'Fox' }],
    connected: 0,
    options: { id: 'settings', networks: [mainnet] },
  })
  const { runtime } = fake
  runtime.open({ view: 'WalletSettings' })
  await eventually(() => runtime.getState()).toMatchObject({ open: true, view: 'Account' })
  const root = document.querySelector('[data-latchkey]')?.shadowRoot
  await eventually(() => root?.querySelector('.body')?.textContent).toContain('0x71C7…d8976F')
  expect(runtime.getState().open).toBe(true)
})
