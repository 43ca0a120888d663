import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TransferOrder } from '../../contract/adapter.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { SendResult } from '../../contract/send.ts'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { type FakeSending, fakeHash } from '../fixtures/fakeSending.ts'
import { fakeAddress, fakeContacts } from '../fixtures/fakeWallet.ts'
import { until } from '../fixtures/until.ts'

interface Asked {
  readonly order: TransferOrder
  readonly answer: (result: SendResult) => void
  readonly refuse: (cause: unknown) => void
}

let fake: FakeRuntime
let asked: Asked[]
/** Of the widget: what one test leaves in the wallet is not in the next one's way. */
let id = 0
const [ada = '', ben = ''] = fakeContacts
const root = () => document.querySelector(`[data-latchkey=review-${id}]`)?.shadowRoot
const shown = () =>
  root()?.querySelector<HTMLElement>('.shell-view:not([data-phase=out], [data-phase=ahead], [data-under])')
const button = (words: string) =>
  [...(shown()?.querySelectorAll('button') ?? [])].find(each => each.textContent === words)
const press = async (words: string) => (await until(() => button(words))).click()
const form = () => fake.runtime.getState().view === 'WalletSend' && shown()?.querySelector('form.send')
const amount = () => shown()?.querySelector<HTMLInputElement>('.send-amount-input')?.value
const notice = () => root()?.querySelector('.notice-words')?.textContent

beforeEach(() => {
  document.body.innerHTML = ''
  asked = []
  id++
})
afterEach(() => {
  for (const { refuse } of asked) refuse(createError('SEND_REJECTED'))
  fake.runtime.destroy()
})

/** Starts with a slow wallet and an earlier pending transfer. */
async function start(more: Omit<FakeSending, 'transfer'> = {}): Promise<void> {
  const sending: FakeSending = Object.assign(more, {
    transfer: (order: TransferOrder) =>
      new Promise<SendResult>((answer, refuse) => {
        asked.push({ order, answer, refuse })
      }),
  })
  fake = createFakeRuntime({
    wallets: [{ name: 'Fox Wallet', balance: 10n ** 18n, sending }],
    connected: 0,
    options: { id: `review-${id}` },
    sent: [
      {
        kind: 'transfer',
        id: 'before',
        from: `eip155:1:${fakeAddress}`,
        caipNetworkId: 'eip155:1',
        to: ben,
        asset: { symbol: 'ETH', decimals: 18 },
        amount: '0.7',
        at: Date.now(),
        hash: `0x${'11'.repeat(32)}`,
        status: 'pending',
      },
    ],
  })
  await fake.runtime.engine.ready
}

/** What `open()` answers of a form that the host filled in. */
function open(sum: string): Promise<SendResult> {
  const sent = fake.runtime.open({ view: 'WalletSend', arguments: { amount: sum, to: ada } })
  sent?.catch(() => undefined)
  return sent as Promise<SendResult>
}

/** Goes to the form and fills in another amount; a step this soon after another would take its place in the history. */
async function backToForm(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 120))
  root()?.querySelector<HTMLElement>('[part=back]')?.click()
  await until(form)
}

async function review(sum: string): Promise<void> {
  await press('Review')
  await until(() => button(`Send ${sum} ETH`))
}

async function send(sum: string): Promise<void> {
  const before = asked.length
  await review(sum)
  await press(`Send ${sum} ETH`)
  await until(() => asked.length > before)
}

// React hears of a value only through the setter of the element's own class.
function type(text: string): void {
  const input = shown()?.querySelector('input')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

describe('T73 while a wallet request is pending', () => {
  test('another transfer, made after a third one was reviewed, is not mistaken for the pending one', async () => {
    await start()
    open('0.25')
    await send('0.25')
    await backToForm()
    ;(await until(() => shown()?.querySelector<HTMLElement>('[data-row=open-before]'))).click()
    await until(() => shown()?.querySelector('.ask[data-state=pending]'))
    await backToForm()
    type('0.5')
    await press('Review')
    await press('Send 0.5 ETH')
    // The wallet still shows the first one.
    await until(() => shown()?.querySelector('.ask[data-state=refused]'))
    expect(asked.map(({ order }) => order.transfer.amount.value)).toEqual([25n * 10n ** 16n])
  })

  /** Asked for one, then closed, and filled in anew by the host. */
  async function openTwice(): Promise<Promise<SendResult>[]> {
    await start()
    const first = open('0.25')
    await send('0.25')
    fake.runtime.close()
    const second = open('0.5')
    await until(() => amount() === '0.5')
    return [first, second]
  }

  test.each([
    ['sent', () => asked[0]?.answer({ hash: fakeHash })],
    ['lost', () => asked[0]?.refuse(createError('SEND_UNKNOWN'))],
  ])('values that the host fills in meanwhile stay when the first is %s', async (_, settle) => {
    await openTwice()
    const told = new Promise<void>(resolve => {
      fake.facts.on('sent', () => resolve())
      fake.facts.on('sendFailed', () => resolve())
    })
    settle()
    await told
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    expect(amount()).toBe('0.5')
  })

  test('a transfer that the host opens for review meanwhile stays, and gets its own answer', async () => {
    const [, second] = await openTwice()
    await review('0.5')
    asked[0]?.answer({ hash: fakeHash })
    await until(() => notice() === 'Transaction sent')
    await press('Send 0.5 ETH')
    await until(() => asked.length > 1)
    const hash = `0x${'22'.repeat(32)}`
    asked[1]?.answer({ hash })
    expect(await second).toEqual({ hash })
  })

  test('the form explains why it is empty', async () => {
    await start()
    open('0.25')
    await send('0.25')
    await backToForm()
    asked[0]?.answer({ hash: fakeHash })
    await until(() => amount() === '')
    await until(() => notice() === 'Transaction sent')
  })

  test('a second review of the same transfer ends once the wallet sent the first', async () => {
    await start()
    open('0.25')
    await send('0.25')
    await backToForm()
    await press('Review')
    await press('Send 0.25 ETH')
    await until(() => button('Try again'))
    asked[0]?.answer({ hash: fakeHash })
    await until(form)
    await until(() => notice() === 'Transaction sent')
    expect(amount()).toBe('')
  })
})

test('after a refusal the fee is read again, and the wallet is asked with the new one', async () => {
  const how = { fee: 210_000_000_000_000n }
  await start(how)
  open('0.25')
  await send('0.25')
  how.fee *= 3n
  asked[0]?.refuse(createError('SEND_REJECTED'))
  await press('Try again')
  await until(() => asked.length > 1)
  expect(asked.map(({ order }) => order.fee?.most.value)).toEqual([
    210_000_000_000_000n,
    630_000_000_000_000n,
  ])
})
