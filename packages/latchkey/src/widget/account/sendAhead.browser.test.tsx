import { afterEach, expect, test } from 'vitest'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { until } from '../fixtures/until.ts'
import { viewStates } from '../fixtures/viewStates.ts'

let fake: FakeRuntime
const root = () => document.querySelector('[data-latchkey=ahead]')?.shadowRoot
const worn = () => root()?.adoptedStyleSheets ?? []

/** The selectors of a sheet's rules, in whatever layer or condition they stand. */
function selectorsOf({ cssRules }: CSSStyleSheet | CSSGroupingRule): string[] {
  return [...cssRules].flatMap(rule =>
    rule instanceof CSSStyleRule
      ? rule.selectorText
      : rule instanceof CSSGroupingRule
        ? selectorsOf(rule)
        : [],
  )
}

afterEach(() => fake.runtime.destroy())

test('while the account is read the form of sending is dressed, so that the press on Send has no sheet to read', async () => {
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
  await until(() => worn().some(sheet => selectorsOf(sheet).includes('.send-amount')))
  const before = new Set(worn())
  press.click()
  const form = await until(() => root()?.querySelector('[data-of=WalletSend] .send'))
  // The tokens below the account may have brought theirs meanwhile, which nothing in the form wears.
  const late = worn().filter(sheet => !before.has(sheet))
  expect(late.flatMap(selectorsOf).filter(selector => form.querySelector(selector))).toEqual([])
})
