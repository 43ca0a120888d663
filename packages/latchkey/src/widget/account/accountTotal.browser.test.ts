/** The total in Account's head comes as soon as the tokens do, however often they were asked for. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createError } from '../../contract/errors/createError.ts'
import { limits } from '../../contract/limits.ts'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { endMotion } from '../fixtures/endMotion.ts'
import { fakeToken } from '../fixtures/fakeToken.ts'
import { until } from '../fixtures/until.ts'

let fake: FakeRuntime | undefined

beforeEach(() => {
  document.body.innerHTML = ''
})

afterEach(() => fake?.runtime.destroy())

const dollars = fakeToken({ chainId: 'eip155:1', decimals: 18 }, [
  'USD Coin',
  'USDC',
  '70',
  1,
  `0x${'1'.repeat(40)}`,
])

/** An account with 70 dollars, of which the services speak when `answers` allows it. */
async function start(answers: () => boolean) {
  fake = createFakeRuntime({
    wallets: [{ name: 'Fox Wallet', balance: 10n ** 18n }],
    connected: 0,
    services: {
      '/v1/account/{address}/balance': () => {
        if (!answers()) throw createError('BALANCE_UNAVAILABLE')
        return { balances: [dollars] }
      },
    },
    options: { id: 'total', features: { activity: true } },
  })
  await fake.runtime.engine.ready
  return fake
}

const rootOf = () => until(() => document.querySelector('[data-latchkey=total]')?.shadowRoot)
const total = (root: ShadowRoot) => root.querySelector('.account-total > .account-balance')?.textContent

test('it follows the retry of a list whose code was lost', async () => {
  const { runtime } = await start(() => true)
  const { tokens } = runtime.engine
  let isLost = true
  Object.assign(runtime.engine, {
    tokens: () => (isLost ? Promise.reject(createError('CHUNK_FAILED')) : tokens()),
  })
  runtime.open({ view: 'Account' })
  const root = await rootOf()
  const retry = await until(() => root.querySelector<HTMLElement>('.tab-panel .account-panel-words button'))
  expect(total(root)).toContain('—')
  isLost = false
  retry.click()
  await until(
    () => root.querySelector('.tab-panel .row'),
    () => endMotion(root),
  )
  await until(() => total(root)?.includes('$70.00'))
})

test('beside another tab it is asked for again after an answer that was lost', async () => {
  let asked = 0
  let isLost = true
  const { runtime, clock } = await start(() => {
    asked += 1
    return !isLost
  })
  runtime.open({ view: 'Account' })
  const root = await rootOf()
  const tabs = await until(() => {
    const all = [...root.querySelectorAll<HTMLElement>('[role=tab]')]
    return all.length > 0 && all
  })
  tabs.find(({ textContent }) => textContent === 'Activity')?.click()
  await until(
    () => root.querySelector('.tab-panel .activity') && total(root)?.includes('—'),
    () => endMotion(root),
  )
  const before = asked
  isLost = false
  clock.advance(limits.balanceRetryGap)
  await until(() => total(root)?.includes('$70.00'))
  expect(asked).toBe(before + 1)
})
