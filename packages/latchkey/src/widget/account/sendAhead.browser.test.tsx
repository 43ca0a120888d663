import { afterEach, expect, test } from 'vitest'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { until } from '../fixtures/until.ts'
import { viewStates } from '../fixtures/viewStates.ts'

let fake: FakeRuntime
const root = () => document.querySelector('[data-latchkey=ahead]')?.shadowRoot
/** How many sheets the stage wears, once one of them is the form's. */
const worn = () => {
  const sheets = root()?.adoptedStyleSheets ?? []
  const hasForm = sheets.some(sheet =>
    [...sheet.cssRules].some(rule => rule.cssText.includes('.send-amount')),
  )
  return hasForm ? sheets.length : undefined
}

afterEach(() => fake.runtime.destroy())

test('while the account is read the form of sending is dressed, so that the press on Send finds all of it', async () => {
  const state = viewStates.find(({ id }) => id === 'WalletSend/whole')
  fake = createFakeRuntime({
    wallets: state?.wallets ?? [],
    connected: 0,
    services: state?.services,
    options: { id: 'ahead' },
  })
  const { runtime } = fake
  await runtime.engine.ready
  runtime.open({ view: 'Account' })
  const press = await until(() => root()?.querySelector<HTMLElement>('[data-row=send]'))
  // The tokens under the account bring sheets of their own.
  await until(() => root()?.querySelector('[role=tabpanel] li'))
  const before = await until(worn)
  press.click()
  // In the task of the click, by React: nothing of it was fetched.
  await until(() => root()?.querySelector('[data-of=WalletSend] .send-amount'))
  expect(worn()).toBe(before)
})
