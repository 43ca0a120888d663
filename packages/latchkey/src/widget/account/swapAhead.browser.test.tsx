import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { leavePointer } from '../fixtures/leavePointer.ts'
import { until } from '../fixtures/until.ts'
import { viewStates } from '../fixtures/viewStates.ts'

let fake: FakeRuntime
const root = () => document.querySelector('[data-latchkey=ahead]')?.shadowRoot
const formOf = (view: string) => root()?.querySelector<HTMLElement>(`[data-of=${view}] form`)
const isSeen = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true })
const connection = (saveData: boolean) =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData } })

// A real pointer over an action is a wish too.
beforeEach(leavePointer)
afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection')
  fake.runtime.destroy()
})

/** The account of a visitor who can send and swap: its Swap action, and what was fetched or read so far. */
async function openAccount(features = { swaps: true }) {
  const state = viewStates.find(({ id }) => id === 'WalletSend/whole')
  fake = createFakeRuntime({
    wallets: state?.wallets ?? [],
    connected: 0,
    services: state?.services,
    swaps: { form: { sell: undefined, buy: undefined, typed: '' } },
    options: { id: 'ahead', features },
  })
  const { runtime } = fake
  const { engine } = runtime
  await engine.ready
  const { swapping } = engine
  const { live } = engine.ctx
  const { get } = live
  // A namespace that can swap.
  Object.assign(live, {
    get(...given: Parameters<typeof get>) {
      const found = get(...given)
      return (
        found && {
          ...found,
          adapter: Object.assign(Object.create(found.adapter), { swapping: () => undefined }),
          abilities: Object.assign(Object.create(found.abilities), { sendCall: () => undefined }),
        }
      )
    },
  })
  let entered = 0
  let fetched = 0
  Object.assign(engine, {
    async swapping() {
      fetched++
      const swaps = await swapping()
      const { enter } = swaps.flow
      const flow = {
        ...swaps.flow,
        enter() {
          entered++
          return enter()
        },
      }
      return { ...swaps, flow }
    },
  })
  runtime.open({ view: 'Account' })
  const send = await until(() => root()?.querySelector<HTMLElement>('[data-row=send]'))
  const swap = root()?.querySelector<HTMLElement>('[data-row=swaps]') ?? undefined
  return { send, swap, fetched: () => fetched, entered: () => entered }
}

const hover = (element?: HTMLElement) =>
  element?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))

test("at rest, Swap's code is fetched and nothing of it is drawn or read", async () => {
  const { fetched, entered } = await openAccount()
  await until(() => fetched() > 0)
  await until(() => formOf('WalletSend'))
  expect(formOf('Swap')).toBeNull()
  expect(entered()).toBe(0)
})

test.each([
  ['it saves data', true, { swaps: true }],
  ['swaps are off', false, { swaps: false }],
])('at rest, nothing of swapping is fetched where %s', async (_, saves, features) => {
  connection(saves)
  const { fetched } = await openAccount(features)
  // Send's form is drawn before Swap's turn would come.
  await until(() => formOf('WalletSend'))
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  expect(fetched()).toBe(0)
})

test.each([
  ['a pointer over it', hover],
  ['focus', (element?: HTMLElement) => element?.focus()],
])(
  '%s draws the form out of sight, though data is saved, and the press shows that very form',
  async (_, wish) => {
    connection(true)
    const { swap, entered } = await openAccount()
    await until(() => formOf('WalletSend'))
    wish(swap)
    const form = await until(() => formOf('Swap'))
    expect(isSeen(form)).toBe(false)
    expect(formOf('WalletSend')).toBeNull()
    const input = form.querySelector<HTMLInputElement>('[data-first]')
    expect(root()?.activeElement).not.toBe(input)
    expect(entered()).toBe(0)
    swap?.click()
    await until(() => isSeen(form))
    expect(formOf('Swap')).toBe(form)
    await until(() => root()?.activeElement === input)
    await until(() => entered() > 0)
  },
)

test('a pointer that goes on to Send draws its form again', async () => {
  const { send, swap } = await openAccount()
  hover(swap)
  await until(() => formOf('Swap'))
  hover(send)
  await until(() => formOf('WalletSend'))
  expect(formOf('Swap')).toBeNull()
})
