import { expect, test } from 'vitest'
import { evmFacts } from '../../chains/evm/evmFacts.ts'
import type { Features } from '../../contract/options.ts'
import type { ViewName } from '../../contract/views.ts'
import { withinRegion } from '../../engine/base/withinRegion.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'
import { fundViews } from './views.ts'
import { type WayToFund, waysToFund } from './waysToFund.ts'

const words = { name: 'fund.receive', detail: 'fund.receiveDetail' } as const
/** The three of SPEC-NOTES §2, without what they need beside their flag. */
const ways: readonly WayToFund[] = [
  { id: 'buy', view: 'OnRampProviders', isOn: ({ onramp }) => onramp === true, ...words },
  {
    id: 'exchange',
    view: 'ExchangeSelect',
    isOn: ({ payWithExchange }) => payWithExchange === true,
    ...words,
  },
  {
    id: 'receive',
    view: 'WalletReceive',
    isOn: ({ receive }) => receive !== false,
    ...words,
  },
]
const allViews = ways.map(({ view }) => view)
const allOn: Features = { onramp: true, payWithExchange: true }

const snapshotOf = (features: Features) => ({ state: { features } }) as unknown as WidgetSnapshot

const table: readonly (readonly [
  why: string,
  features: Features,
  views: readonly ViewName[],
  zone: string,
  list: readonly string[] | undefined,
  expected: string,
])[] = [
  ['all of them', allOn, allViews, 'Europe/Lisbon', undefined, 'buy exchange receive'],
  ['what is not on is not there', {}, allViews, 'Europe/Lisbon', undefined, 'receive'],
  ['receiving can be off', { receive: false }, allViews, 'Europe/Lisbon', undefined, ''],
  ['no view, no way', allOn, ['WalletReceive'], 'Europe/Lisbon', undefined, 'receive'],
  ['SPEC §6: nothing to buy in Shanghai', allOn, allViews, 'Asia/Shanghai', undefined, 'receive'],
  ['SPEC §6: nor in Hong Kong', allOn, allViews, 'Asia/Hong_Kong', undefined, 'receive'],
  ['a host without restrictions', allOn, allViews, 'Asia/Shanghai', [], 'buy exchange receive'],
  ['a host with its own', allOn, allViews, 'Europe/Lisbon', ['Europe/Lisbon'], 'receive'],
]

test.each(table)('%s: %j %j in %s with %j is "%s"', (_, features, views, timezone, list, expected) => {
  // As the state has them.
  const held = withinRegion(list === undefined ? {} : { restrictedTimezones: list }, features, timezone)
  const found = waysToFund(snapshotOf(held), view => views.includes(view), ways)
  expect(found.map(({ id }) => id).join(' ')).toBe(expected)
})

test('FundWallet leads to the one way there is, and is a view of its own when there is none', () => {
  const [view] = fundViews
  const instead = (features: Features) => view?.instead?.(snapshotOf(features), () => true, undefined)
  expect(instead({})).toBe('WalletReceive')
  expect(instead({ receive: false })).toBeUndefined()
})

test.each([
  ['swaps are on', { swaps: true }, 'https://services.example', 'eip155', 'receive swap'],
  ['swaps are off', {}, 'https://services.example', 'eip155', 'receive'],
  ['no services', { swaps: true }, undefined, 'eip155', 'receive'],
  ['a namespace without swaps', { swaps: true }, 'https://services.example', 'test', 'receive'],
] as const)('swapping is a way to fund where it works: %s', (_, features, api, activeNamespace, expected) => {
  const facts = (namespace: string) =>
    namespace === 'eip155' ? { ...evmFacts } : { ...evmFacts, actions: ['send'] as const }
  const snapshot = {
    state: { features, activeNamespace },
    config: {
      adapters: [{ namespace: activeNamespace, facts: facts(activeNamespace) }],
      endpoints: { ...(api && { api }) },
    },
  }
  const found = waysToFund(snapshot as never, () => true)
  expect(found.map(({ id }) => id).join(' ')).toBe(expected)
})

test.each([
  ['all of it', {}, 'https://services.example', 'eip155', {}, 'buy exchange receive'],
  ['no services', {}, undefined, 'eip155', {}, 'receive'],
  ['no services, but samples', {}, undefined, 'eip155', { demo: true }, 'buy receive'],
  ['basic mode', {}, 'https://services.example', 'eip155', { basic: true }, 'receive'],
  ['a namespace that is not sold', {}, 'https://services.example', 'test', {}, 'receive'],
  ['buying is off', { onramp: false }, 'https://services.example', 'eip155', {}, 'exchange receive'],
  ['exchanges are off', { payWithExchange: false }, 'https://services.example', 'eip155', {}, 'buy receive'],
] as const)('buying and deposits are ways where the services can be asked: %s', (...row) => {
  const [, flags, api, activeNamespace, more, expected] = row
  const facts = activeNamespace === 'eip155' ? evmFacts : { ...evmFacts, actions: ['send'] as const }
  const snapshot = {
    state: { features: { ...allOn, ...flags }, activeNamespace },
    config: {
      adapters: [{ namespace: activeNamespace, facts }],
      endpoints: { ...(api && { api }) },
      ...more,
    },
  }
  const found = waysToFund(snapshot as never, () => true)
  expect(found.map(({ id }) => id).join(' ')).toBe(expected)
  // Nothing is offered of them before the services have said that they serve it.
  expect(found.flatMap(({ support }) => support ?? [])).toHaveLength(found.length - 1)
})

test('one way that the services may not serve is no way to go to at once', () => {
  const [view] = fundViews
  const config = {
    adapters: [{ namespace: 'eip155', facts: evmFacts }],
    endpoints: { api: 'https://services.example' },
  }
  const state = { features: { receive: false, payWithExchange: true }, activeNamespace: 'eip155' }
  expect(view?.instead?.({ state, config } as never, () => true, undefined)).toBeUndefined()
})
