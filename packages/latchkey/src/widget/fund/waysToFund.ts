import type { Features } from '../../contract/options.ts'
import type { ViewName } from '../../contract/views.ts'
import { factsOf } from '../../engine/base/factsOf.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'
import type { fundTexts } from './fundTexts.ts'

/** A way to have more in the wallet than before. */
export interface WayToFund {
  readonly id: string
  readonly view: ViewName
  readonly name: keyof typeof fundTexts
  readonly detail: keyof typeof fundTexts
  readonly isOn: (features: Features, snapshot: Snapshot) => boolean
  /** What the services are asked for before it is offered: a way that leads nowhere is absent. */
  readonly support?: 'buying' | 'deposits'
}

type Snapshot = Pick<WidgetSnapshot, 'state'> & Partial<Pick<WidgetSnapshot, 'config'>>

/** Every way, in the menu's order: buying, depositing from an exchange, receiving, swapping what is there (SPEC-NOTES §2). */
const everyWay: readonly WayToFund[] = [
  {
    id: 'buy',
    view: 'OnRampProviders',
    name: 'fund.buy',
    detail: 'fund.buyDetail',
    isOn: ({ onramp }, snapshot) =>
      onramp === true && (hasServices(snapshot) || isDemo(snapshot)) && acts(snapshot, 'buy'),
    support: 'buying',
  },
  {
    id: 'exchange',
    view: 'ExchangeSelect',
    name: 'fund.exchange',
    detail: 'fund.exchangeDetail',
    // An exchange pays out what it sells, so a namespace has both or neither.
    isOn: ({ payWithExchange }, snapshot) =>
      payWithExchange === true && hasServices(snapshot) && acts(snapshot, 'buy'),
    support: 'deposits',
  },
  {
    id: 'receive',
    view: 'WalletReceive',
    name: 'fund.receive',
    detail: 'fund.receiveDetail',
    isOn: features => features.receive !== false,
  },
  {
    id: 'swap',
    view: 'Swap',
    name: 'fund.swap',
    detail: 'fund.swapDetail',
    isOn: ({ swaps }, snapshot) => swaps === true && hasServices(snapshot) && acts(snapshot, 'swap'),
  },
]

const hasServices = ({ config }: Snapshot) => config?.endpoints?.api !== undefined && !config.basic
const isDemo = ({ config }: Snapshot) => config?.demo === true
const acts = ({ config, state }: Snapshot, action: 'buy' | 'swap') =>
  config !== undefined && factsOf(config, state.activeNamespace).actions.includes(action)

/**
 * The ways that this build has and whose features are on; flags are within the visitor's region already (SPEC §6). Whether the services serve them is
 * `useWays`'s to find out.
 */
export function waysToFund(
  snapshot: Snapshot,
  has: (view: ViewName) => boolean,
  ways: readonly WayToFund[] = everyWay,
): readonly WayToFund[] {
  return ways.filter(({ view, isOn }) => has(view) && isOn(snapshot.state.features, snapshot))
}
