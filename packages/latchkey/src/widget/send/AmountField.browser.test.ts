import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type ShownState, showViewState } from '../fixtures/showViewState.ts'
import { until } from '../fixtures/until.ts'
import { viewStates } from '../fixtures/viewStates.ts'

let shown: ShownState | undefined

afterEach(() => shown?.destroy())

async function show(wanted: string): Promise<ShadowRoot> {
  const state = viewStates.find(({ id }) => id === wanted)
  if (!state) throw new Error('The gallery has no such state.')
  shown = await showViewState(state)
  return shown.root
}

test.each(['max', 'precise'])('shows all of an amount on a small phone: %s', async id => {
  await page.viewport(320, 568)
  const field = (await show(`WalletSend/${id}`)).querySelector('.send-amount-input') as HTMLInputElement
  expect(field.value.length).toBeGreaterThan(8)
  expect(field.scrollWidth).toBeLessThanOrEqual(field.clientWidth)
})

test('an amount in dollars shows its currency, so that it is not read as tokens', async () => {
  const root = await show('WalletSend/fiat')
  const line = () =>
    root.querySelector<HTMLElement>('.send-amount-line')?.innerText.replace(/\s+/g, ' ').trim()
  expect(line()).toMatch(/^USD\b.*\bETH$/)
  root.querySelector<HTMLElement>('.send-other')?.click()
  await until(() => line()?.startsWith('USD') === false)
  expect(line()).toMatch(/ETH$/)
})
