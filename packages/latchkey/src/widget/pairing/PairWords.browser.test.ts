import { afterEach, expect, test } from 'vitest'
import { type ShownState, showViewState } from '../fixtures/showViewState.ts'
import { viewStates } from '../fixtures/viewStates.ts'

let shown: ShownState | undefined

afterEach(() => {
  shown?.destroy()
  shown = undefined
})

test.each([
  ['slow', 'Mobile pairing unavailable'],
  ['offline', 'Mobile pairing unavailable'],
  ['refused', 'Its owner can fix that.'],
  ['clock', 'Check its date and time, then try again.'],
  ['failed', 'Check your internet connection and try again.'],
  ['silent', 'Scan the code with Badger Wallet itself'],
  ['silentAny', 'Your wallet may not be set up for this site'],
])('shows the visitor: %s', async (name, words) => {
  const state = viewStates.find(({ id }) => id === `ConnectingWalletConnect/${name}`)
  if (!state) throw new Error(`no state ${name}`)
  shown = await showViewState(state)
  expect(shown.root.querySelector('.pairing')?.textContent).toContain(words)
})
