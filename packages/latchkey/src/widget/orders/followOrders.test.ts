import { expect, test } from 'vitest'
import type { OrderEntry } from '../../contract/journal.ts'
import { createMachine } from '../../engine/base/machine.ts'
import type { Orders, ShownOrder } from '../../engine/nouns/orders/orders.ts'
import { fakeOrder } from '../fixtures/fakeOrders.ts'
import type { Widget } from '../shell/widget.ts'
import { followOrders } from './followOrders.ts'

type List = readonly ShownOrder[]
interface Shown {
  readonly open: boolean
  readonly entry: { readonly view: string; readonly data?: unknown }
}

const order = (entry: Partial<OrderEntry> = {}, more: Partial<ShownOrder> = {}): ShownOrder => ({
  entry: fakeOrder(entry),
  stale: false,
  ...more,
})
const bought = (entry: Partial<OrderEntry> = {}) =>
  order({ state: 'confirmed', ...entry }, { credited: 'receipt' })

function setUp(first: List, modal: Shown = { open: true, entry: { view: 'Account' } }) {
  const life = new AbortController()
  const list = createMachine<List, List>(first, (_, next) => next)
  const notes: { readonly message: string; readonly variant: string }[] = []
  const state = { followers: 0 }
  const orders: Orders = {
    list,
    refresh: async () => undefined,
    follow() {
      state.followers++
      return () => {
        state.followers--
      }
    },
  }
  const widget = {
    engine: { ctx: { signal: life.signal } },
    snapshot: () => ({ modal, config: {} }),
    notify: (note: (typeof notes)[number]) => void notes.push(note),
  }
  followOrders(widget as unknown as Widget, orders)
  return { become: list.dispatch, notes, state, end: () => life.abort() }
}

test('orders are followed for as long as one of them is not over', () => {
  const { become, state, end } = setUp([])
  expect(state.followers).toBe(0)
  become([order()])
  become([order(), order({ id: 'order-2', state: 'lost_sight' })])
  expect(state.followers).toBe(1)
  become([bought(), order({ id: 'order-2', state: 'failed' })])
  expect(state.followers).toBe(0)
  become([order({ id: 'order-3' }), bought()])
  expect(state.followers).toBe(1)
  end()
  expect(state.followers).toBe(0)
})

test('what was open when the page began is followed at once', () => {
  expect(setUp([order({ state: 'sent' })]).state.followers).toBe(1)
})

test.each([
  ['arrived', {}, bought(), 'Arrived from Harbor Pay: 98.5 USDC', 'success'],
  [
    'paid for something',
    { recipient: '0x1' },
    bought({ recipient: '0x1' }),
    'Paid by Harbor Pay: 98.5 USDC',
    'success',
  ],
  [
    'was seen by a balance alone',
    { state: 'sent' },
    order({ state: 'sent', grew: '98' }, { credited: 'balance' }),
    'Arrived from Harbor Pay: 98 USDC',
    'success',
  ],
  ['arrived late', { state: 'lost_sight' }, bought(), 'Arrived from Harbor Pay: 98.5 USDC', 'success'],
  ['failed', {}, order({ state: 'failed' }), 'Harbor Pay didn’t send 98.5 USDC', 'error'],
  ['came back', { state: 'paid' }, order({ state: 'refunded' }), 'Harbor Pay didn’t send 98.5 USDC', 'error'],
] as const)('T73: it says once that an order %s', (_, before, after, message, variant) => {
  const { become, notes } = setUp([order(before)])
  become([after])
  become([{ ...after }])
  expect(notes).toEqual([{ message, variant }])
})

test.each([
  ['is on its way', order({ state: 'sent', hash: '0x1' })],
  ['was never paid', order({ state: 'expired' })],
  ['was lost sight of', order({ state: 'lost_sight' })],
])('nothing is said of an order that %s', (_, after) => {
  const { become, notes } = setUp([order()])
  become([after])
  expect(notes).toEqual([])
})

test('what was over before is no news, nor what the visitor looks at', () => {
  const { become, notes } = setUp([])
  become([bought()])
  expect(notes).toEqual([])
  const shown = { open: true, entry: { view: 'ExchangeOrder', data: { id: 'order-1' } } }
  const looking = setUp([order()], shown)
  looking.become([bought()])
  expect(looking.notes).toEqual([])
  const closed = setUp([order()], { ...shown, open: false })
  closed.become([bought()])
  expect(closed.notes).toHaveLength(1)
})
