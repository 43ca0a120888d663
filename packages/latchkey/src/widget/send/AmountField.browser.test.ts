import { afterEach, expect, test } from 'vitest'
import { type ShownState, showViewState } from '../fixtures/showViewState.ts'
import { until } from '../fixtures/until.ts'
import { viewStates } from '../fixtures/viewStates.ts'

let shown: ShownState | undefined

afterEach(() => shown?.destroy())

test('an amount in dollars says so beside the token, of which it would be read as so much', async () => {
  const state = viewStates.find(({ id }) => id === 'WalletSend/fiat')
  if (!state) throw new Error('The gallery has no such state.')
  shown = await showViewState(state)
  const { root } = shown
  const line = () =>
    root.querySelector<HTMLElement>('.send-amount-line')?.innerText.replace(/\s+/g, ' ').trim()
  expect(line()).toMatch(/^USD\b.*\bETH$/)
  root.querySelector<HTMLElement>('.send-other')?.click()
  await until(() => line()?.startsWith('USD') === false)
  expect(line()).toMatch(/ETH$/)
})
