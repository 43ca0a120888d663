/** What one line of Activity says of many assets that moved at once. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Transaction } from '../../contract/history.ts'
import { collectible, fungible, received, transaction, usdc } from '../fixtures/fakeTransactions.ts'
import { type ShownState, showViewState } from '../fixtures/showViewState.ts'
import { viewStates } from '../fixtures/viewStates.ts'

let shown: ShownState | undefined

beforeEach(() => {
  document.body.innerHTML = ''
})

afterEach(() => shown?.destroy())

async function wordsOf(entry: Transaction): Promise<readonly (string | null)[]> {
  const state = viewStates.find(({ id }) => id === 'Account/activityList')
  if (!state) throw new Error('There is no list of activity')
  const [path = '/'] = Object.keys(state.services ?? {}) as `/${string}`[]
  shown = await showViewState({ ...state, services: { [path]: { data: [entry], next: null } } })
  return [...shown.root.querySelectorAll('.activity-leg')].map(({ textContent }) => textContent)
}

const usd = { symbol: 'USDC', address: usdc, decimals: 6 }
const keys = ['1', '2', '3'].map(id => collectible('in', id))

test.each([
  ['one', [keys[0]], ['+Key #1']],
  ['two', [keys[0], keys[1]], ['+Key #1', '+Key #2']],
  ['more are counted', keys, ['+Key #1', '+2 more']],
] as const)('what came: %s', async (_, legs, words) => {
  expect(await wordsOf(received(1, legs as typeof keys))).toEqual(words)
})

test('of a swap each side is said, however many assets it took', async () => {
  const legs = [
    fungible('out', '1'),
    fungible('out', '5', { symbol: 'DAI', address: `0x${'4'.repeat(40)}` }),
    fungible('in', '2000', usd),
  ]
  expect(await wordsOf(transaction(1, 'trade', legs))).toEqual(['-1.000 ETH', '+2,000.000 USDC', '+1 more'])
})
