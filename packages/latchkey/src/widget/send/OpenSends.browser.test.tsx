import { afterEach, expect, test } from 'vitest'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { type FakeSending, fakeHash } from '../fixtures/fakeSending.ts'
import { fakeAddress, fakeContacts } from '../fixtures/fakeWallet.ts'
import { until } from '../fixtures/until.ts'

let fake: FakeRuntime
const root = () => document.querySelector('[data-latchkey=open]')?.shadowRoot
const row = () => root()?.querySelector('[data-row=open-draft]')

afterEach(() => fake.runtime.destroy())

/** Opens the form while an earlier transfer is pending. */
async function openForm(sending: FakeSending, locale = 'en'): Promise<void> {
  fake = createFakeRuntime({
    wallets: [{ name: 'Fox Wallet', balance: 10n ** 18n, sending }],
    connected: 0,
    options: { id: 'open', locale },
    sent: [
      {
        kind: 'transfer',
        id: 'draft',
        from: `eip155:1:${fakeAddress}`,
        caipNetworkId: 'eip155:1',
        to: fakeContacts[0] ?? '',
        asset: { symbol: 'ETH', decimals: 18 },
        amount: '1.234',
        at: Date.now(),
        hash: fakeHash,
        status: 'pending',
      },
    ],
  })
  const { runtime } = fake
  await runtime.engine.ready
  runtime.open({ view: 'WalletSend' })
}

test('writes a pending amount as the locale does, where a point may group thousands', async () => {
  await openForm({}, 'de')
  expect((await until(row)).textContent).toContain('1,234 ETH')
})

test('a confirmed transfer leaves the list, because the form checks pending ones', async () => {
  await openForm({ receipt: 'confirmed' })
  const told = new Promise<string>(resolve => fake.facts.on('sendSettled', ({ status }) => resolve(status)))
  expect(await told).toBe('confirmed')
  await until(() => root()?.querySelector('form.send'))
  await until(() => row() === null)
})
