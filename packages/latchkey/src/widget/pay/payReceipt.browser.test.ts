import { afterEach, expect, test, vi } from 'vitest'
import { fakeReceipt } from '../fixtures/fakePay.ts'
import { payStates } from '../fixtures/payStates.ts'
import { type ShownState, showViewState } from '../fixtures/showViewState.ts'
import { until } from '../fixtures/until.ts'

let shown: ShownState | undefined

afterEach(() => {
  shown?.destroy()
  shown = undefined
  vi.restoreAllMocks()
})

async function show(id: string): Promise<ShadowRoot> {
  const state = payStates.find(each => each.id === id)
  if (!state) throw new Error(`There is no state ${id}`)
  shown = await showViewState(state)
  return shown.root
}

const button = (root: ShadowRoot, words: string) =>
  [...root.querySelectorAll('button')].find(each => each.textContent === words)

test('saves the receipt as the services signed it', async () => {
  const root = await show('PayReview/receipt')
  const saved: { name: string; file: Blob | undefined }[] = []
  let made: Blob | undefined
  const create = URL.createObjectURL
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
    made = file as Blob
    return create(file)
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: made })
  })
  button(root, 'Save signed receipt')?.click()
  const [only] = saved
  expect(only?.name).toBe('receipt-pay_7Yq2LmWx4RtB9sKd.json')
  expect(JSON.parse((await only?.file?.text()) ?? '')).toEqual(fakeReceipt())
})

test('prints the receipt alone, with strangers’ words as text', async () => {
  const root = await show('PayReview/receipt')
  const printed: string[] = []
  const append = document.body.append.bind(document.body)
  vi.spyOn(document.body, 'append').mockImplementation((...nodes) => {
    append(...nodes)
    const [frame] = nodes
    if (!(frame instanceof HTMLIFrameElement) || !frame.contentWindow) return
    const view = frame.contentWindow
    view.print = () => {
      printed.push(view.document.body.innerText)
      view.dispatchEvent(new Event('afterprint'))
    }
  })
  button(root, 'Print')?.click()
  expect(printed).toHaveLength(1)
  expect(printed[0]).toContain('Two prints of “Low tide”, framed')
  expect(printed[0]).toContain('19.99 USDC')
  expect(document.querySelector('body > iframe')).toBeNull()
})

test('leads from the receipt back to the result, and from there to the choice', async () => {
  const root = await show('PayReview/receipt')
  const title = () => root.querySelector('[part=title]')?.textContent
  expect(title()).toBe('Receipt')
  root.querySelector<HTMLElement>('[part=back]')?.click()
  await until(() => title() === 'Payment')
  root.querySelector<HTMLElement>('[part=back]')?.click()
  await until(() => title() === 'Pay' && root.querySelector('[data-row=under]'))
})

test('a second click of a double click does not pay', async () => {
  const root = await show('PayReview/token')
  const pay = button(root, 'Pay 19.99 USDC')
  pay?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
  expect(root.querySelector('.ask')).toBeNull()
  pay?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  await until(() => root.querySelector('.ask[data-state=asking]'))
})

test('names each way to pay in full', async () => {
  const root = await show('Pay/choosing')
  const names = [...root.querySelectorAll('.row .row-name > .visually-hidden')].map(each => each.textContent)
  expect(names).toEqual([
    'Pay with USDC',
    'Pay with ETH',
    'Pay with DAI',
    'Pay with USDC on Base',
    'Pay with exchange',
    'Buy with card',
    'Pay with another wallet',
  ])
})
