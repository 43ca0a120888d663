/** The tile of buying: there only where the services say that something is sold, and never in the way of the others. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { endMotion } from '../fixtures/endMotion.ts'
import type { FakeAnswer } from '../fixtures/fakeServices.ts'
import { until } from '../fixtures/until.ts'

let fake: FakeRuntime | undefined

beforeEach(() => {
  document.body.innerHTML = ''
})

afterEach(() => fake?.runtime.destroy())

const sells = (chain: string) => ({
  purchaseCurrencies: [{ networks: [{ chain_id: chain }] }],
  paymentCurrencies: [{ id: 'USD' }],
})

/** An open account with buying on, about which the services say what `answer` is given. */
async function start() {
  let answer: (value: FakeAnswer) => void = () => undefined
  const said = new Promise<FakeAnswer>(resolve => {
    answer = resolve
  })
  fake = createFakeRuntime({
    wallets: [{ name: 'Fox Wallet', balance: 10n ** 18n, sending: {} }],
    connected: 0,
    services: { '/v1/onramp/options': () => said },
    options: { id: 'buy', features: { onramp: true } },
  })
  const { runtime } = fake
  await runtime.engine.ready
  runtime.open({ view: 'Account' })
  const root = await until(() => document.querySelector('[data-latchkey=buy]')?.shadowRoot)
  const tiles = () =>
    [...root.querySelectorAll<HTMLElement>('.account-action')].map(({ dataset }) => dataset.row)
  const places = () =>
    [...root.querySelectorAll('.account-actions > li')].map(tile => tile.getBoundingClientRect().left)
  await until(
    () => tiles().includes('send'),
    () => endMotion(root),
  )
  return { root, runtime, answer, tiles, places }
}

test('where nothing is sold it goes without moving the others, and is absent from then on', async () => {
  const { root, runtime, answer, tiles, places } = await start()
  expect(tiles()).toEqual(['receive', 'send', 'onramp'])
  const before = places()
  answer(sells('solana:none'))
  await until(() => !tiles().includes('onramp'))
  expect(places()).toEqual(before)
  expect(tiles()).toEqual(['receive', 'send'])
  runtime.open({ view: 'WalletReceive' })
  await until(
    () => root.querySelector('[data-view=WalletReceive] .qr') && !root.querySelector('[data-of=Account]'),
    () => endMotion(root),
  )
  runtime.open({ view: 'Account' })
  await until(
    () => tiles().length > 0,
    () => endMotion(root),
  )
  expect(tiles()).toEqual(['receive', 'send'])
  expect(places()).toHaveLength(2)
})

test.each([
  ['something is sold', sells('eip155:1'), 'yes'],
  ['that stays unknown', 'fails', 'failed'],
] as const)('where %s, it stands', async (_, said, support) => {
  const { runtime, answer, tiles, root } = await start()
  const { buying } = await runtime.engine.funding()
  answer(said)
  await until(() => buying.getState() === support)
  expect(tiles()).toEqual(['receive', 'send', 'onramp'])
  root.querySelector<HTMLElement>('[data-row=onramp]')?.click()
  await until(() => runtime.getState().view === 'OnRampProviders')
})
