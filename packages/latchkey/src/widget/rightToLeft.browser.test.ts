/** Amounts in a page that is read from the right: their signs stay where they belong, and fields stand where they begin. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { eventually } from './conformance/eventually.ts'
import { examineCard } from './fixtures/examineCard.ts'
import { type ShownState, showViewState } from './fixtures/showViewState.ts'
import { viewStates } from './fixtures/viewStates.ts'

let shown: ShownState | undefined

beforeEach(() => page.viewport(1280, 800))

afterEach(() => shown?.destroy())

async function show(id: string): Promise<ShadowRoot> {
  const state = viewStates.find(each => each.id === id)
  if (!state) throw new Error(`There is no state ${id}`)
  shown = await showViewState(state, { options: { ...state.options, locale: 'ar' } })
  return shown.root
}

/** Where a sign stands beside the first digit after it. */
function sidesOf(root: ShadowRoot, selector: string, sign: RegExp): ('left' | 'right')[] {
  return [...root.querySelectorAll(selector)].flatMap(element => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const letters: { readonly letter: string; readonly left: number }[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: letter, index } of (node.textContent ?? '').matchAll(/\S/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + letter.length)
        letters.push({ letter, left: range.getBoundingClientRect().left })
      }
    }
    const at = letters.findIndex(({ letter }) => sign.test(letter))
    const digit = letters.slice(at).find(({ letter }) => /\d/.test(letter))
    const mark = letters[at]
    return mark && digit ? [mark.left < digit.left ? 'left' : 'right'] : []
  })
}

test.each([
  ['Account/activityList', '.activity-leg', /[+-]/],
  ['WalletTransaction/alike', '.transaction-legs', /\+/],
  ['WalletSendPreview/foreseen', '.review-change', /[+−]/],
  ['WalletSendPreview/review', '.review-fact:nth-of-type(3) dd', /≈/],
  ['Account/tokens', '.row-detail', /</],
] as const)('%s: a prefix of a number stays before it: %s', async (id, selector, sign) => {
  const root = await show(id)
  const sides = sidesOf(root, selector, sign)
  expect(sides.length).toBeGreaterThan(0)
  expect(new Set(sides)).toEqual(new Set(['left']))
})

test('all lines of a fee end where the others of the review do', async () => {
  await page.viewport(320, 568)
  const root = await show('WalletSendPreview/review')
  const ends = [...root.querySelectorAll('.review-fact:nth-of-type(3) dd > *')].map(line => {
    const range = document.createRange()
    range.selectNodeContents(line)
    return Math.round(range.getBoundingClientRect().left)
  })
  expect(ends.length).toBeGreaterThan(1)
  expect(new Set(ends).size).toBe(1)
})

test.each([
  ['WalletSendPreview/tokenFee', '.review-amount'],
  ['WalletSendPreview/expired', '.ask-amount'],
] as const)('%s: the amount stands before its symbol, as in the lines below it', async (id, selector) => {
  const root = await show(id)
  const text = root.querySelector(`${selector} > bdi`)?.firstChild as Text
  const leftOf = (start: number) => {
    const range = document.createRange()
    range.setStart(text, start)
    range.setEnd(text, start + 1)
    return range.getBoundingClientRect().left
  }
  expect(leftOf(0)).toBeLessThan(leftOf(text.length - 1))
})

test('an amount is typed at the start of its line, beside its currency', async () => {
  const root = await show('WalletSend/fiat')
  const input = root.querySelector('.send-amount-input')
  // The inline start is on the right; the typed amount runs from the left.
  expect(input && getComputedStyle(input)).toMatchObject({ direction: 'ltr', textAlign: 'end' })
})

test.each([
  'Connect/namespaces',
  'Account/polkadot',
  'WalletReceive/bitcoin',
  'WalletReceive/sui',
  'ProfileWallets/sevenNamespaces',
  'ProfileWallets/bitcoin',
])('%s: on a phone nothing is cut off, and an address is read from the left', async id => {
  await page.viewport(390, 844)
  const root = await show(id)
  await eventually(() => examineCard({ touch: true })).toEqual([])
  const firstLines = [...root.querySelectorAll('[part=address]')].map(address => {
    const [first] = address.querySelectorAll('.address-group')
    const text = (first ?? address).firstChild as Text
    const range = document.createRange()
    const leftOf = (start: number) => {
      range.setStart(text, start)
      range.setEnd(text, start + 1)
      return range.getBoundingClientRect().left
    }
    return leftOf(0) < leftOf(text.length - 1)
  })
  expect(new Set(firstLines)).toEqual(new Set(id.startsWith('Connect/') ? [] : [true]))
})
