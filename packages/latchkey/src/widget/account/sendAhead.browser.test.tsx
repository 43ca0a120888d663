import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { leavePointer } from '../fixtures/leavePointer.ts'
import { until } from '../fixtures/until.ts'
import { stateOptions, viewStates } from '../fixtures/viewStates.ts'

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

/** One of them with a currency that no other has. */
const networks = (stateOptions.networks ?? []).map(each =>
  each.name === 'Base' ? { ...each, nativeCurrency: { ...each.nativeCurrency, symbol: 'BASED' } } : each,
)

// A real pointer over an action is a wish too.
beforeEach(leavePointer)
afterEach(() => fake.runtime.destroy())

/** The account, with what can be sent; answers the control that sends. */
async function openAccount(): Promise<HTMLElement> {
  const state = viewStates.find(({ id }) => id === 'WalletSend/whole')
  fake = createFakeRuntime({
    wallets: state?.wallets ?? [],
    connected: 0,
    services: state?.services,
    options: { id: 'ahead', networks },
  })
  const { runtime } = fake
  await runtime.engine.ready
  runtime.open({ view: 'Account' })
  return until(() => root()?.querySelector<HTMLElement>('[data-row=send]'))
}

const formOf = () => root()?.querySelector<HTMLElement>('[data-of=WalletSend] .send')

test("the send form's styles load while the account is shown, so that the press on Send reads none", async () => {
  const press = await openAccount()
  await until(() => worn().some(sheet => selectorsOf(sheet).includes('.send-amount')))
  const before = new Set(worn())
  press.click()
  const form = await until(() => root()?.querySelector<HTMLElement>('[data-phase=in] .send'))
  // The tokens below the account may have brought theirs meanwhile, which nothing in the form wears.
  const late = worn().filter(sheet => !before.has(sheet))
  expect(late.flatMap(selectorsOf).filter(selector => form.querySelector(selector))).toEqual([])
})

test('the form is drawn invisible, inert and unreachable, and the press shows that very form', async () => {
  const press = await openAccount()
  const form = await until(formOf)
  const input = form.querySelector<HTMLInputElement>('[data-first]')
  expect(form.checkVisibility({ visibilityProperty: true })).toBe(false)
  input?.focus()
  expect(root()?.activeElement).not.toBe(input)
  press.click()
  await until(() => form.checkVisibility({ visibilityProperty: true }))
  expect(formOf()).toBe(form)
  await until(() => root()?.activeElement === input)
})

test("the form shows the current state, and none of the previous account's words", async () => {
  const press = await openAccount()
  const form = await until(formOf)
  expect(form.textContent).not.toContain('Ethereum')
  fake.provider(0).change({ type: 'network', caipNetworkId: 'eip155:8453' })
  await until(() => fake.runtime.getState().network.name === 'Base')
  press.click()
  await until(() => form.querySelector('.send-token')?.textContent?.includes('BASED'))
})

test('another view drops the form, and returning to the account draws a new one', async () => {
  await openAccount()
  const form = await until(formOf)
  fake.runtime.open({ view: 'Networks' })
  await until(() => root()?.querySelector('[data-view=Networks]'))
  await until(() => (formOf() === null ? true : undefined))
  expect(form.isConnected).toBe(false)
  fake.runtime.open({ view: 'Account' })
  expect(await until(formOf)).not.toBe(form)
})
