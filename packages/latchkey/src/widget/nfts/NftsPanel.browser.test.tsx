import { afterEach, expect, test } from 'vitest'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { until } from '../fixtures/until.ts'

let fake: FakeRuntime
const root = () => document.querySelector('[data-latchkey=nfts]')?.shadowRoot

afterEach(() => fake.runtime.destroy())

test('a network that the host does not list has the same name as in the other tabs', async () => {
  fake = createFakeRuntime({
    wallets: [{ name: 'Fox Wallet', network: 'eip155:31337' }],
    connected: 0,
    services: { '/v1/account/{address}/balance': { balances: [] } },
    options: { id: 'nfts', allowUnsupportedChain: true },
  })
  const { runtime } = fake
  await runtime.engine.ready
  runtime.open({ view: 'Account', arguments: { tab: 'nfts' } })
  const words = await until(() => root()?.querySelector('.nfts .status-detail')?.textContent)
  expect(words).toContain('eip155:31337')
})
