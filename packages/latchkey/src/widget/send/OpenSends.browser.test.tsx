import { afterEach, expect, test } from 'vitest'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { fakeAddress, fakeContacts } from '../fixtures/fakeWallet.ts'
import { until } from '../fixtures/until.ts'

let fake: FakeRuntime
const root = () => document.querySelector('[data-latchkey=open]')?.shadowRoot

afterEach(() => fake.runtime.destroy())

test('what is on its way is as the locale writes it: a point groups thousands to some', async () => {
  fake = createFakeRuntime({
    wallets: [{ name: 'Fox Wallet', balance: 10n ** 18n, sending: {} }],
    connected: 0,
    options: { id: 'open', locale: 'de' },
    sent: [
      {
        id: 'draft',
        from: `eip155:1:${fakeAddress}`,
        caipNetworkId: 'eip155:1',
        to: fakeContacts[0] ?? '',
        asset: { symbol: 'ETH', decimals: 18 },
        amount: '1.234',
        at: Date.now(),
        hash: `0x${'7'.repeat(64)}`,
        status: 'pending',
      },
    ],
  })
  const { runtime } = fake
  await runtime.engine.ready
  runtime.open({ view: 'WalletSend' })
  const row = await until(() => root()?.querySelector('[data-row=open-draft]'))
  expect(row.textContent).toContain('1,234 ETH')
})
