/** SPEC §6 "Region": what a time zone hides is hidden wherever it could appear. */
import { afterEach, expect, test, vi } from 'vitest'
import type { Features, LatchkeyOptions } from '../contract/options.ts'
import type { ViewName } from '../contract/views.ts'
import { accountActionsOf } from './account/accountActions.ts'
import { createRuntimePage } from './fixtures/runtimePage.ts'
import { until } from './fixtures/until.ts'
import { type WayToFund, waysToFund } from './fund/waysToFund.ts'
import { defineView } from './shell/defineView.ts'
import type { Widget } from './shell/widget.ts'
import { views } from './views.ts'

const { start, startConnected, find, state } = createRuntimePage()
afterEach(() => {
  held = undefined
  vi.restoreAllMocks()
})

const money = ['Swap', 'OnRampTokenSelect', 'OnRampProviders', 'ExchangeSelect'] as const
/** What views are given, taken from the account's. */
let held: Widget | undefined
const others = views
  .filter(({ name }) => !money.some(each => each === name))
  .map(view => {
    if (view.name !== 'Account') return view
    const enter: NonNullable<typeof view.enter> = (widget, data) => {
      held = widget
      return view.enter?.(widget, data) ?? (() => {})
    }
    return { ...view, enter }
  })
const drawn = money.map(name =>
  defineView({ name, load: async () => () => null, title: () => name, needsConnection: true }),
)
/** As all money features would have it. */
const everyView = [...others, ...drawn]
const words = { name: 'fund.receive', detail: 'fund.receiveDetail' } as const
const ways: readonly WayToFund[] = [
  { id: 'onramp', view: 'OnRampProviders', isOn: ({ onramp }) => onramp === true, ...words },
  {
    id: 'exchange',
    view: 'ExchangeSelect',
    isOn: ({ payWithExchange }) => payWithExchange === true,
    ...words,
  },
  { id: 'swaps', view: 'Swap', isOn: ({ swaps }) => swaps === true, ...words },
]

const on: Features = { swaps: true, onramp: true, payWithExchange: true }
const inZone = (timeZone: string) =>
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone } as never)

/** The widget of a connected visitor. */
async function widgetWith(options: Partial<LatchkeyOptions>): Promise<Widget> {
  const runtime = await startConnected({ views: everyView, services: {}, options })
  const { live } = runtime.engine.ctx
  // A wallet and a namespace that can do all of it.
  Object.assign(live, {
    get: () => ({ adapter: { swapping: () => undefined }, abilities: { sendCall: () => undefined } }),
  })
  runtime.open({ view: 'Account' })
  return until(() => held)
}

/** Everything that leads to a view of money, by what it offers to a connected visitor. */
const entries: Readonly<Record<string, (widget: Widget) => readonly string[]>> = {
  'the tiles of the account': widget => accountActionsOf(widget).filter(isMoney),
  FundWallet: widget =>
    waysToFund(widget.snapshot(), view => widget.views.definition(view) !== undefined, ways).map(
      ({ id }) => id,
    ),
  'a link in another view': widget => reached(widget, view => widget.push(view)),
  'a view that takes the place of another': widget => reached(widget, view => widget.replace(view)),
  'the host’s open()': widget => reached(widget, view => widget.open(view)),
}
const isMoney = (action: string) => action === 'swaps' || action === 'onramp'

/** The views that are shown where one is gone to. */
function reached(widget: Widget, go: (view: ViewName) => unknown): readonly string[] {
  return money.filter(view => {
    widget.close()
    widget.open('Account')
    go(view)
    return widget.snapshot().state.view === view
  })
}

/** What each entry point offers with all flags on. */
const full: Readonly<Record<string, readonly string[]>> = {
  'the tiles of the account': ['swaps', 'onramp'],
  FundWallet: ['onramp', 'exchange', 'swaps'],
  'a link in another view': money,
  'a view that takes the place of another': money,
  'the host’s open()': money,
}

const zones = [
  ['Europe/Lisbon', undefined, true],
  ['Asia/Shanghai', undefined, false],
  ['Asia/Urumqi', undefined, false],
  ['Asia/Chongqing', undefined, false],
  ['Asia/Harbin', undefined, false],
  ['Asia/Kashgar', undefined, false],
  ['Asia/Macau', undefined, false],
  ['Asia/Hong_Kong', undefined, false],
  ['Asia/Beijing', undefined, false],
  ['asia/shanghai', undefined, false],
  ['Asia/Shanghai', [], true],
  ['Europe/Lisbon', ['Europe/Lisbon'], false],
] as const

const table = zones.flatMap(([zone, list, isFree]) =>
  Object.keys(entries).map(entry => [zone, list, entry, isFree ? full[entry] : []] as const),
)

test.each(table)('in %s with the list %j, %s offers %j', async (zone, list, entry, expected) => {
  inZone(zone)
  const options = { features: on, ...(list && { restrictedTimezones: list }) }
  expect(entries[entry]?.(await widgetWith(options))).toEqual(expected)
})

const own = {
  swaps: ['Swap'],
  onramp: ['OnRampTokenSelect', 'OnRampProviders'],
  payWithExchange: ['ExchangeSelect'],
} as const
const flags = Object.keys(own) as (keyof typeof own)[]
test.each(flags)('with %s alone only its own views are reached', async flag => {
  inZone('Europe/Lisbon')
  const widget = await widgetWith({ features: { [flag]: true } })
  expect(entries['the host’s open()']?.(widget)).toEqual(own[flag])
})

test('a host that opens Swap in a restricted region learns of it at once, and the visitor sees the account', async () => {
  inZone('Asia/Shanghai')
  const runtime = await startConnected({ views: everyView, options: { features: on } })
  await expect(runtime.open({ view: 'Swap' })).rejects.toMatchObject({ code: 'SWAP_UNSUPPORTED' })
  await until(() => find('[data-view=Account]'))
  expect(state().view).toBe('Account')
})

test('without a connection the wallet list comes first, and nothing of money after it', async () => {
  inZone('Asia/Shanghai')
  const runtime = start({ views: everyView, options: { features: on } })
  await expect(runtime.open({ view: 'Swap' })).rejects.toMatchObject({ code: 'SWAP_UNSUPPORTED' })
  expect(state().view).toBe('Connect')
})
