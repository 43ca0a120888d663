import { afterEach, expect, test } from 'vitest'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { until } from '../fixtures/until.ts'

let fake: FakeRuntime
const root = () => document.querySelector('[data-latchkey=select]')?.shadowRoot

afterEach(() => fake.runtime.destroy())

test.each([
  ['from the form', ['WalletSend', 'WalletSendSelectToken'] as const],
  ['by the host', ['WalletSendSelectToken'] as const],
])('the list of tokens, opened %s, leads to the form once one is chosen', async (_, [first, second]) => {
  fake = createFakeRuntime({
    wallets: [{ name: 'Fox Wallet', balance: 10n ** 18n, sending: {} }],
    connected: 0,
    options: { id: 'select' },
  })
  const { runtime } = fake
  await runtime.engine.ready
  runtime.open({ view: first })
  if (second) (await until(() => root()?.querySelector<HTMLElement>('.send-token'))).click()
  ;(await until(() => root()?.querySelector<HTMLElement>('button[data-row=native]'))).click()
  await until(() => runtime.getState().view !== 'WalletSendSelectToken')
  expect(runtime.getState()).toMatchObject({ open: true, view: 'WalletSend' })
  await until(() => root()?.querySelector('form.send .send-token')?.textContent?.endsWith('ETH'))
})
