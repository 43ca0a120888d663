/** What the activity of one token says of entries that deserve distrust. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { friend, fungible, imitate, received, transaction } from '../fixtures/fakeTransactions.ts'
import { type ShownState, showViewState } from '../fixtures/showViewState.ts'
import { until } from '../fixtures/until.ts'
import { viewStates } from '../fixtures/viewStates.ts'

let shown: ShownState | undefined

beforeEach(() => {
  document.body.innerHTML = ''
})

afterEach(() => shown?.destroy())

test('a transfer from an imitated address comes with its warning (T63)', async () => {
  const state = viewStates.find(({ id }) => id === 'WalletToken/native')
  if (!state) throw new Error('There is no state of a token')
  const twin = imitate(friend)
  const data = [
    received(2, [fungible('in', '3', { sender: twin })], twin),
    transaction(1, 'send', [fungible('out', '0.25')]),
  ]
  shown = await showViewState({
    ...state,
    services: { ...state.services, '/v1/account/{address}/history': { data, next: null } },
    sign: '.tokenactivity .activity-row',
  })
  const { root } = shown
  await until(() => root.querySelectorAll('.tokenactivity .activity-row').length === 2)
  expect(root.querySelector('.tokenactivity .activity-alike')?.textContent).toContain('Looks like')
})
