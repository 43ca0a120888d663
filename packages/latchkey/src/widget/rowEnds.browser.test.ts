/** What ends a row stands beside its words, and below the end of the row above: with and without an icon. */
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type ShownState, showViewState } from './fixtures/showViewState.ts'
import { viewStates } from './fixtures/viewStates.ts'

let shown: ShownState | undefined

afterEach(() => shown?.destroy())

test.each([
  ['RegisterAccountName/own', 1280],
  ['RegisterAccountName/own', 390],
  ['Downloads/wallet', 390],
])('%s at %i', async (id, width) => {
  await page.viewport(width, 800)
  const state = viewStates.find(each => each.id === id)
  if (!state) throw new Error(`There is no state ${id}`)
  shown = await showViewState(state)
  const list = shown.root.querySelector('.list:has(.row-end)')
  const rows = [...(list?.querySelectorAll('.row:has(.row-end)') ?? [])]
  expect(rows.length).toBeGreaterThan(1)
  const boxOf = (row: Element, part: string) => row.querySelector(part)?.getBoundingClientRect() as DOMRect
  for (const row of rows)
    expect(boxOf(row, '.row-end').top, `${row.textContent}`).toBeLessThan(boxOf(row, '.row-words').bottom)
  expect(new Set(rows.map(row => Math.round(boxOf(row, '.row-end').right))).size).toBe(1)
})
