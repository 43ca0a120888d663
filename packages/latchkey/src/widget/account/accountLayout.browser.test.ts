/** What stands where in Account, and that it stays there. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AccountBalance } from '../../contract/balance.ts'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { endMotion } from '../fixtures/endMotion.ts'
import { fakeToken } from '../fixtures/fakeToken.ts'
import { leavePointer } from '../fixtures/leavePointer.ts'
import { type ShownState, showViewState } from '../fixtures/showViewState.ts'
import { until } from '../fixtures/until.ts'
import { viewStates } from '../fixtures/viewStates.ts'

let shown: ShownState | undefined
let fake: FakeRuntime | undefined

beforeEach(async () => {
  document.body.innerHTML = ''
  await page.viewport(1280, 800)
  await leavePointer()
})

afterEach(() => {
  shown?.destroy()
  fake?.runtime.destroy()
  shown = undefined
  fake = undefined
})

async function show(id: string): Promise<ShadowRoot> {
  const state = viewStates.find(each => each.id === `Account/${id}`)
  if (!state) throw new Error(`There is no state ${id}`)
  shown = await showViewState(state)
  return shown.root
}

const find = (root: ShadowRoot, selector: string) => root.querySelector<HTMLElement>(selector) as HTMLElement
const boxOf = (root: ShadowRoot, selector: string) => find(root, selector).getBoundingClientRect()
const frame = () => new Promise(requestAnimationFrame)

test.each(['tokensMany', 'embedded'])('six tokens at least are in sight on a desktop: %s', async id => {
  const root = await show(id)
  const { bottom } = boxOf(root, '[data-of=Account] > .body')
  expect(boxOf(root, '.stage-card').height).toBe(640)
  const rows = [...root.querySelectorAll('.tab-panel .row')]
  const whole = rows.filter(row => row.getBoundingClientRect().bottom <= bottom + 0.5)
  expect(whole.length).toBeGreaterThanOrEqual(Math.min(6, rows.length))
  // There is room for six, whether the account has them or not.
  const first = rows[0]?.getBoundingClientRect()
  expect(bottom - (first?.top ?? 0)).toBeGreaterThanOrEqual(6 * 56)
})

test('nothing moves when balance, tokens and their total come', async () => {
  let answer: (value: AccountBalance) => void = () => undefined
  fake = createFakeRuntime({
    wallets: [{ name: 'Fox Wallet', balance: 1_234_567_890_000_000_000n, sending: {} }],
    connected: 0,
    services: { '/v1/account/{address}/balance': () => new Promise(resolve => (answer = resolve)) },
    options: { id: 'still', features: { activity: true } },
  })
  const { runtime } = fake
  await runtime.engine.ready
  runtime.open({ view: 'Account' })
  const root = await until(() => document.querySelector('[data-latchkey=still]')?.shadowRoot)
  await until(
    () => root.querySelector('.token-skeleton'),
    () => endMotion(root),
  )
  await until(() => root.querySelector('.account-native bdi'))
  const places = ['.stage-card', '.account-head', '.account-balance', '.account-network', '.account-actions']
  const look = () => [...places, '.tabs', '.tab-panel li'].map(place => boxOf(root, place).top)
  const before = look()
  expect(find(root, '.account-balance').textContent).not.toContain('—')
  const shifts: number[] = []
  const observer = new PerformanceObserver(list => {
    for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
  })
  observer.observe({ type: 'layout-shift' })
  const balances = [1, 2, 3, 4, 5, 6, 7].map(at =>
    fakeToken({ chainId: 'eip155:1', decimals: 18 }, [
      `Token ${at}`,
      `T${at}`,
      '1',
      10,
      `0x${String(at).padStart(40, '0')}`,
    ]),
  )
  answer({ balances })
  await until(() => root.querySelectorAll('.tab-panel .row').length === 7)
  await frame()
  await frame()
  expect(find(root, '.account-balance').textContent).toContain('$70.00')
  expect(look()).toEqual(before)
  for (const entry of observer.takeRecords())
    shifts.push((entry as PerformanceEntry & { value: number }).value)
  observer.disconnect()
  expect(shifts).toEqual([])
})

test.each(['tokensEmpty', 'nftsEmpty', 'activityEmpty'])(
  'an empty tab has one height and one way to fill it: %s',
  async id => {
    const root = await show(id)
    const words = find(root, '.tab-panel .account-panel-words')
    expect(words.getBoundingClientRect().height).toBe(240)
    expect([...words.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Receive'])
    words.querySelector('button')?.click()
    await until(() => shown?.runtime.getState().view === 'WalletReceive')
  },
)

test('what is suspicious comes after the rest, and moves none of it', async () => {
  const root = await show('activityPoison')
  const first = boxOf(root, '.activity-row').top
  const list = find(root, '.activity .list')
  const toggle = find(root, '.activity .switch')
  expect(list.compareDocumentPosition(toggle) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  toggle.click()
  const suspicious = await until(() => root.querySelector('[aria-label="Suspicious transactions"]'))
  expect(toggle.compareDocumentPosition(suspicious) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  expect(boxOf(root, '.activity-row').top).toBe(first)
})

test.each(['types', 'typeInactive', 'typeReplaced', 'recoveryKept'])(
  'all of the menu is in sight in a card without tabs: %s',
  async id => {
    const root = await show(id)
    const list = find(root, '.menu-list')
    if (list.hidden) find(root, '.menu .icon-button').click()
    await until(
      () => !list.hidden && list.querySelector('[data-row=email]'),
      () => endMotion(root),
    )
    const { bottom } = boxOf(root, '[data-of=Account] > .body')
    expect(list.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom)
  },
)

test('the menu by keyboard: opens at its first item, arrows go round, Escape closes it alone', async () => {
  const root = await show('tokens')
  const button = find(root, '.menu .icon-button')
  const list = find(root, '.menu-list')
  const names = () => root.activeElement?.querySelector('.row-name')?.textContent
  button.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(list.hidden).toBe(false)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  const items = [...list.querySelectorAll('[role=menuitem]')]
  expect(root.activeElement).toBe(items[0])
  await userEvent.keyboard('{ArrowUp}')
  expect(names()).toBe('Disconnect')
  await userEvent.keyboard('{ArrowDown}')
  expect(root.activeElement).toBe(items[0])
  await userEvent.keyboard('{End}')
  expect(names()).toBe('Disconnect')
  await userEvent.keyboard('{Escape}')
  expect(list.hidden).toBe(true)
  expect(root.activeElement).toBe(button)
  expect(shown?.runtime.getState()).toMatchObject({ open: true, view: 'Account' })
  await userEvent.keyboard('{Enter}')
  expect(list.hidden).toBe(false)
  // Tab goes on in the view, and a press elsewhere closes it as well.
  await userEvent.keyboard('{Tab}')
  expect(list.hidden).toBe(true)
  button.click()
  await until(() => !list.hidden)
  find(root, '.account-total').dispatchEvent(
    new PointerEvent('pointerdown', { bubbles: true, composed: true }),
  )
  await until(() => list.hidden)
})
