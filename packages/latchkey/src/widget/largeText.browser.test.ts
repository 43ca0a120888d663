/** Twice the text on the smallest phone (WCAG 1.4.4, 1.4.10): what a row says at its end is not broken in two. */
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type ShownState, showViewState } from './fixtures/showViewState.ts'
import { viewStates } from './fixtures/viewStates.ts'

let shown: ShownState | undefined

afterEach(() => shown?.destroy())

test.each([
  ['Account/tokens', 320, ''],
  ['WalletSendCalls/confirmed', 320, ''],
  ['WalletSendSelectToken/tokens', 320, ''],
  ['Account/tokens', 390, '$25,000,000.00'],
])('%s at %i %s', async (id, width, long) => {
  await page.viewport(width, 568)
  const state = viewStates.find(each => each.id === id)
  if (!state) throw new Error(`There is no state ${id}`)
  shown = await showViewState(state, {
    options: { ...state.options, themeVariables: { fontSizeMaster: '20px' } },
  })
  const values = [...shown.root.querySelectorAll('.row-value')]
  for (const value of values) if (long) value.textContent = long
  expect(values.length).toBeGreaterThan(0)
  const broken = values.filter(value => {
    const range = document.createRange()
    range.selectNodeContents(value)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
  })
  expect(broken.map(({ textContent }) => textContent)).toEqual([])
  const card = shown.root.querySelector('.stage-card')?.getBoundingClientRect()
  expect(Math.max(...values.map(value => value.getBoundingClientRect().right))).toBeLessThan(card?.right ?? 0)
})
