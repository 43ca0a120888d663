import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ShownState, showViewState } from '../fixtures/showViewState.ts'
import { viewStates } from '../fixtures/viewStates.ts'

let shown: ShownState

beforeEach(() => {
  document.body.innerHTML = ''
})

afterEach(() => shown.destroy())

async function show(id: string): Promise<Element> {
  const state = viewStates.find(each => each.id === id)
  if (!state) throw new Error(`There is no state ${id}`)
  shown = await showViewState(state)
  const form = shown.root.querySelector('[data-of=WalletSend] .send')
  if (!form) throw new Error('There is no form')
  return form
}

test('has its button last in reading order, and no stray word after it', async () => {
  const form = await show('WalletSend/whole')
  await expect.poll(() => form.lastElementChild?.textContent).toBe('Review')
})

test('shows one spinner while a receiver is looked up', async () => {
  const form = await show('WalletSend/looking')
  expect(form.querySelectorAll('.spinner')).toHaveLength(1)
  expect(form.querySelector('.send-looking')?.textContent).toBe('Looking up ada.latch.eth')
})
