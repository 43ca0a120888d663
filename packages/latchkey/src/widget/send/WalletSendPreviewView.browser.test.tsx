import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createFakeRuntime,
  type FakeRuntime,
  type FakeRuntimeOptions,
} from '../fixtures/createFakeRuntime.ts'
import { friend, fungible, imitate, transaction } from '../fixtures/fakeTransactions.ts'
import { fakeContacts } from '../fixtures/fakeWallet.ts'
import { until } from '../fixtures/until.ts'
import { type ViewState, viewStates } from '../fixtures/viewStates.ts'
import type { ViewDefinition } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'
import { views } from '../views.ts'
import { enterPreview } from './enterPreview.ts'

let fake: FakeRuntime
const root = () => document.querySelector('[data-latchkey=late]')?.shadowRoot
const shown = () =>
  root()?.querySelector<HTMLElement>('.shell-view:not([data-phase=out], [data-phase=ahead])')
const button = (words: string) =>
  [...(shown()?.querySelectorAll('button') ?? [])].find(each => each.textContent === words)
const stateOf = (id: string) => viewStates.find(state => state.id === id) as ViewState

beforeEach(() => {
  document.body.innerHTML = ''
})
afterEach(() => fake.runtime.destroy())

/** The form of a state, filled in as the state has it. */
async function openForm(state: ViewState, more: Partial<FakeRuntimeOptions> = {}): Promise<void> {
  const { wallets, services } = state
  fake = createFakeRuntime({ wallets, connected: 0, services, options: { id: 'late' }, ...more })
  const { runtime } = fake
  await runtime.engine.ready
  const opening = state.steps.findLast(step => step.do === 'open')
  runtime.open({ view: 'WalletSend', arguments: opening?.arguments as never })
}

async function openReview(state: ViewState, more?: Partial<FakeRuntimeOptions>): Promise<void> {
  await openForm(state, more)
  const review = await until(() => button('Review'))
  // A step this soon after another would take its place in the history.
  await new Promise(resolve => setTimeout(resolve, 120))
  review.click()
  await until(() => button('Send 0.25 ETH'))
}

/** The view comes when Review was pressed, and is entered in the task in which it is drawn. */
function late(pressed: Promise<unknown>): readonly ViewDefinition[] {
  const drawn = () =>
    new Promise<void>(resolve => {
      const observer = new MutationObserver(() => {
        if (!root()?.querySelector('[data-of=WalletSendPreview]')) return
        observer.disconnect()
        resolve()
      })
      observer.observe(root() as ShadowRoot, { childList: true, subtree: true })
    })
  return views.map(view =>
    view.name === 'WalletSendPreview'
      ? {
          ...view,
          load: () => pressed.then(view.load),
          enter: (widget, data) =>
            enterLater(widget, () => drawn().then(() => () => enterPreview(widget, data as never))),
        }
      : view,
  )
}

test('entered after it was drawn, it shows the review, not the form again', async () => {
  let press = () => {}
  const pressed = new Promise<void>(resolve => {
    press = resolve
  })
  await openForm(stateOf('WalletSend/whole'), { views: late(pressed) })
  ;(await until(() => button('Review'))).click()
  press()
  await until(() => root()?.querySelector('[data-of=WalletSendPreview]'))
  // Whatever the drawing of it causes has come about.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  expect(fake.runtime.getState().view).toBe('WalletSendPreview')
  await until(() => button('Send 0.25 ETH'))
})

test('T63 opened by a host with a transfer of its own, it leads to the form, which checks', async () => {
  const { wallets, services } = stateOf('WalletSend/whole')
  fake = createFakeRuntime({ wallets, connected: 0, services, options: { id: 'late' } })
  await fake.runtime.engine.ready
  const made = { type: 'review', transfer: { to: fakeContacts[0] }, max: false }
  fake.runtime.open({ view: 'WalletSendPreview', arguments: made as never })
  await until(() => shown()?.querySelector('form.send'))
  expect(fake.runtime.getState().view).toBe('WalletSend')
})

describe('T61 a switch of network or account', () => {
  const words = 'Your wallet is on another account or network. Nothing was sent.'
  const [other = ''] = fakeContacts
  const toNetwork = () => fake.provider(0).change({ type: 'network', caipNetworkId: 'eip155:10' })
  const toAccount = () =>
    fake.provider(0).change({ type: 'accounts', accounts: [{ caip10: `eip155:1:${other}`, type: 'eoa' }] })
  const form = () => fake.runtime.getState().view === 'WalletSend' && shown()?.querySelector('form.send')

  test.each([
    ['network', toNetwork],
    ['account', toAccount],
  ])('of the %s ends the review, leads back to the form and explains it', async (_, move) => {
    await openReview(stateOf('WalletSend/whole'))
    move()
    await until(form)
    await until(() => root()?.querySelector('.notice-words')?.textContent === words)
    // The review is gone; nothing can return to it.
    expect(shown()?.querySelector('input')?.value).toBe('')
    await until(() => root()?.querySelector('[data-of=WalletSendPreview]') === null)
    expect(button('Send 0.25 ETH')).toBeUndefined()
  })

  test('after a refusal does the same', async () => {
    await openReview(stateOf('WalletSendPreview/rejected'))
    button('Send 0.25 ETH')?.click()
    await until(() => button('Try again'))
    toNetwork()
    await until(form)
    await until(() => root()?.querySelector('.notice-words')?.textContent === words)
  })

  test('between the press and the wallet shows true words, and the next try none', async () => {
    await openReview(stateOf('WalletSend/whole'))
    button('Send 0.25 ETH')?.click()
    toAccount()
    await until(() => shown()?.querySelector('[data-state=refused]'))
    expect(shown()?.querySelector('.status-detail')?.textContent).toBe(words)
    button('Try again')?.click()
    await until(form)
  })

  test('while the wallet is asked leaves the request to the wallet', async () => {
    await openReview(stateOf('WalletSendPreview/asking'))
    const asked = new Promise(resolve => fake.facts.on('sendAsked', resolve))
    button('Send 0.25 ETH')?.click()
    await asked
    toAccount()
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    expect(fake.runtime.getState().view).toBe('WalletSendPreview')
    expect(shown()?.querySelector('[data-state=asking]')).not.toBeNull()
  })
})

test('shows a fee that rose during the review, and lowers the amount of a full transfer by it', async () => {
  const state = stateOf('WalletSend/max')
  const [first] = state.wallets
  let fee = 210_000_000_000_000n
  const sending = {
    get fee() {
      return fee
    },
  }
  await openForm({ ...state, wallets: [{ ...first, sending } as NonNullable<typeof first>] })
  ;(await until(() => shown()?.querySelector<HTMLElement>('.send-max'))).click()
  ;(await until(() => button('Review'))).click()
  const review = await until(() => shown()?.querySelector('.review'))
  await until(() => review.textContent?.includes('at most 0.00021 ETH'))
  const amount = () => shown()?.querySelector('.review-amount')?.textContent
  expect(amount()).toBe('1.23435789 ETH')
  fee *= 10n
  fake.clock.advance(30_000)
  await until(() => review.textContent?.includes('at most 0.0021 ETH'))
  expect(amount()).toBe('1.23246789 ETH')
})

test('T63: shows the receiver in full, the fee and the total once, and no balance below zero', async () => {
  await openReview(stateOf('WalletSend/whole'))
  const rows = () =>
    Object.fromEntries(
      [...(shown()?.querySelectorAll('.review-fact') ?? [])].map(row => [
        row.querySelector('dt')?.textContent,
        row.querySelector('dd')?.textContent,
      ]),
    )
  await until(() => rows().Total)
  expect(shown()?.querySelector('.review .address')?.textContent).toBe(fakeContacts[0])
  // 21,000 gas at 10 gwei at most, six tenths of it likely.
  expect(rows()).toMatchObject({
    'Network fee': expect.stringMatching(/^≈ 0\.000126 ETH.*at most 0\.00021 ETH$/),
    Total: expect.stringMatching(/^≈ 0\.250126 ETH.*Checked: nothing else leaves your account\.$/),
  })
  expect(Object.keys(rows())).toEqual(['To', 'Network', 'Network fee', 'Total'])
})

test.each(['fails', 'unchecked', 'noFee', 'minimum', 'short'])(
  'says of no transfer that it was checked if it was not: %s',
  async id => {
    await openForm(stateOf(`WalletSendPreview/${id}`))
    ;(await until(() => button('Review'))).click()
    const note = await until(() => shown()?.querySelector('.review .send-note'))
    expect(note.closest('.review')?.textContent).not.toContain('Checked:')
  },
)

test('leads to the transaction in the network’s explorer once it is sent', async () => {
  await openReview(stateOf('WalletSendPreview/confirmed'))
  button('Send 0.25 ETH')?.click()
  const link = await until(() => shown()?.querySelector<HTMLAnchorElement>('a[data-row=explorer]'))
  expect(link.href).toMatch(/^https:\/\/.+\/tx\/0x5a5a/)
  expect(link.textContent).toMatch(/^View on /)
})

test('leads to no explorer from a transfer that the network did not take', async () => {
  await openReview(stateOf('WalletSendPreview/expired'))
  button('Send 0.25 ETH')?.click()
  const card = await until(() => shown()?.querySelector('[data-state=expired]'))
  expect(card.textContent).toContain('Nothing was sent.')
  expect(card.querySelector('a[data-row=explorer]')).toBeNull()
})

test('shows what a node foresees where that is more than the amount', async () => {
  await openForm(stateOf('WalletSendPreview/foreseen'))
  ;(await until(() => button('Review'))).click()
  await until(() => shown()?.querySelector('.review-change[data-sign=more]'))
  const lines = [...(shown()?.querySelectorAll('.review-fact') ?? [])].map(row => row.textContent)
  expect(lines.slice(-2)).toEqual(['You pay−0.25 ETH', 'You get+5 USDC'])
  expect(shown()?.textContent).not.toContain('Checked:')
})

test('names the wallet that is asked among several connected ones', async () => {
  const state = stateOf('WalletSendPreview/asking')
  const [first] = state.wallets
  const [address = ''] = fakeContacts
  const second = { ...first, name: 'Second Wallet', addresses: [address] } as NonNullable<typeof first>
  await openForm({ ...state, wallets: [second, first as typeof second] }, { connected: 1, others: [0] })
  const { connections } = fake.runtime.engine.ctx
  // The one that came first is not the one in use.
  const listed = connections.getState()
  connections.dispatch({
    type: 'followed',
    state: { ...listed, connections: [...listed.connections].reverse() },
  })
  const review = await until(() => button('Review'))
  review.click()
  const asked = new Promise(resolve => fake.facts.on('sendAsked', resolve))
  ;(await until(() => button('Send 0.25 ETH'))).click()
  const title = await until(() => shown()?.querySelector('.status-title'))
  expect(title.textContent).toBe('Approve in Fox Wallet')
  // It stays so when the visitor switches to another wallet meanwhile.
  await asked
  const now = connections.getState()
  const active = { eip155: { connectionId: 'fixture 1', caip10: `eip155:1:${address}` as const } }
  connections.dispatch({ type: 'followed', state: { ...now, active } })
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  expect(fake.runtime.getState().accounts.eip155?.connectionId).toBe('fixture 1')
  expect(shown()?.querySelector('.status-title')?.textContent).toBe('Approve in Fox Wallet')
})

test('announces the problem of a transfer once', async () => {
  const heard: string[] = []
  const listen = new MutationObserver(() => {
    for (const part of root()?.querySelectorAll('[aria-live=assertive]') ?? [])
      if (part.textContent && heard.at(-1) !== part.textContent) heard.push(part.textContent)
  })
  const state = stateOf('WalletSendPreview/fails')
  await openForm(state)
  listen.observe(root() as ShadowRoot, { childList: true, subtree: true, characterData: true })
  ;(await until(() => button('Review'))).click()
  await until(() => shown()?.querySelector('.send-note[data-tone=danger]'))
  await until(() => heard.length > 0).catch(() => undefined)
  listen.disconnect()
  expect(heard).toEqual(['This would fail right now. The network says: ERC20: transfers are paused'])
})

describe("T63 until the visitor's known addresses are loaded", () => {
  const whole = stateOf('WalletSend/whole')
  const withHistory = (history: NonNullable<ViewState['services']>[`/${string}`]) => ({
    ...whole,
    services: { ...whole.services, '/v1/account/{address}/history': history },
  })
  const filled = () => until(() => shown()?.querySelector('.send-found'))
  const firstTime = 'You haven’t sent to this address'

  test('a possible imitation cannot be sent to', async () => {
    let answer = (_page: object) => {}
    const page = new Promise<object>(resolve => {
      answer = resolve
    })
    await openForm(withHistory(() => page))
    await filled()
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(button('Review')).toBeUndefined()
    expect(shown()?.textContent).not.toContain(firstTime)
    answer({
      data: [transaction(1, 'send', [fungible('out', '1', { recipient: imitate(friend) })])],
      next: null,
    })
    await until(() => shown()?.querySelector('.send-alike'))
    expect(button('Review')).toBeUndefined()
  })

  test('the visitor does not wait forever', async () => {
    await openForm(withHistory('hangs'))
    await filled()
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(button('Review')).toBeUndefined()
    fake.clock.advance(2_500)
    await until(() => button('Review'))
  })

  test('a history that cannot be read does not block the visitor', async () => {
    await openForm(withHistory('fails'))
    await until(() => button('Review'))
    expect(shown()?.textContent).toContain(firstTime)
  })
})

describe('F27 the amount in the other unit', () => {
  const other = () => shown()?.querySelector('.send-other span')?.textContent
  const filled = (amount: string) => ({ ...stateOf('WalletSend/whole'), steps: [opening(amount)] })
  const opening = (amount: string) =>
    ({ do: 'open', view: 'WalletSend', arguments: { amount, to: fakeContacts[0] } }) as const

  test.each([
    ['0.25', '$853.13'],
    ['0.000001', '< $0.01'],
    ['0.0000000000000000001', '—'],
  ])('of %s is %s', async (amount, words) => {
    await openForm(filled(amount))
    await until(other)
    expect(other()).toBe(words)
  })

  test('of an invalid amount of dollars is unknown', async () => {
    await openForm(filled('0.0000000000000000001'))
    await until(other)
    shown()?.querySelector<HTMLElement>('.send-other')?.click()
    await until(() => other() === '0 ETH')
    type('1,2,3.4.5')
    await until(() => other() === '—')
  })

  test('of dust is above zero in the review', async () => {
    await openForm(filled('0.000001'))
    ;(await until(() => button('Review'))).click()
    const fiat = await until(() => shown()?.querySelector('.review-fiat'))
    expect(fiat.textContent).toBe('< $0.01')
  })
})

// React hears of a value only through the setter of the element's own class.
function type(text: string): void {
  const input = shown()?.querySelector('input')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}
