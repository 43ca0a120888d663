/** How far a transaction is looked for that is not on the pages that were read. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fungible, hashOf, received } from '../fixtures/fakeTransactions.ts'
import { type ShownState, showViewState } from '../fixtures/showViewState.ts'
import { until } from '../fixtures/until.ts'
import { viewStates } from '../fixtures/viewStates.ts'

let shown: ShownState | undefined

beforeEach(() => {
  document.body.innerHTML = ''
})

afterEach(() => shown?.destroy())

test('an account of many is read to a limit, and further by a press', async () => {
  const state = viewStates.find(({ view }) => view === 'WalletTransaction')
  if (!state) throw new Error('There is no state of a transaction')
  let asked = 0
  /** Fifty on each of countless pages, the newest first. */
  const page = (_: unknown, count: number) => {
    asked += 1
    const data = Array.from({ length: 50 }, (_, at) =>
      received(10_000 - 50 * count - at, [fungible('in', '1')]),
    )
    return { data, next: `${count + 1}` }
  }
  const [path = '/'] = Object.keys(state.services ?? {}) as `/${string}`[]
  const wanted = hashOf(10_000 - 120)
  shown = await showViewState({
    ...state,
    services: { [path]: page },
    steps: [{ do: 'open', view: 'WalletTransaction', arguments: { id: wanted } }],
    sign: '.transaction-words[data-state=further]',
  })
  expect(asked).toBe(2)
  const { root } = shown
  root.querySelector<HTMLElement>('.transaction-words button')?.click()
  await until(() => root.querySelector('.transaction[data-state=shown]'))
  expect(asked).toBe(3)
})
