import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { until } from '../fixtures/until.ts'
import { viewStates } from '../fixtures/viewStates.ts'
import type { ViewDefinition } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'
import { views } from '../views.ts'
import { sendPreview } from './sendPreview.ts'

let fake: FakeRuntime
const root = () => document.querySelector('[data-latchkey=late]')?.shadowRoot
const button = (words: string) =>
  [...(root()?.querySelectorAll('button') ?? [])].find(each => each.textContent === words)

beforeEach(() => {
  document.body.innerHTML = ''
})
afterEach(() => fake.runtime.destroy())

/** The view comes when Review was pressed, and is entered in the task in which it is drawn. */
function late(pressed: Promise<unknown>): readonly ViewDefinition[] {
  const drawn = () =>
    new Promise<void>(resolve => {
      const observer = new MutationObserver(() => {
        if (!root()?.querySelector('[data-of=WalletSendPreview]')) return
        observer.disconnect()
        resolve()
      })
      observer.observe(root() as ShadowRoot, { childList: true, subtree: true })
    })
  return views.map(view =>
    view.name === 'WalletSendPreview'
      ? {
          ...view,
          load: () => pressed.then(view.load),
          enter: widget => enterLater(widget, () => drawn().then(() => () => sendPreview.enter(widget))),
        }
      : view,
  )
}

test('entered after it was drawn, the review is what is shown, not the form once more', async () => {
  const state = viewStates.find(({ id }) => id === 'WalletSend/whole')
  let press = () => {}
  const pressed = new Promise<void>(resolve => {
    press = resolve
  })
  fake = createFakeRuntime({
    wallets: state?.wallets ?? [],
    connected: 0,
    services: state?.services,
    options: { id: 'late' },
    views: late(pressed),
  })
  const { runtime } = fake
  await runtime.engine.ready
  const opening = state?.steps.findLast(step => step.do === 'open')
  runtime.open({ view: 'WalletSend', arguments: opening?.arguments as never })
  ;(await until(() => button('Review'))).click()
  press()
  await until(() => root()?.querySelector('[data-of=WalletSendPreview]'))
  // Whatever the drawing of it causes has come about.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  expect(runtime.getState().view).toBe('WalletSendPreview')
  await until(() => button('Send 0.25 ETH'))
})
