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
}

type Snapshot = Pick<WidgetSnapshot, 'state'> & Partial<Pick<WidgetSnapshot, 'config'>>

/** Every way, in the menu's order: buying, depositing from an exchange, receiving, swapping what is there (SPEC-NOTES §2). */
const everyWay: readonly WayToFund[] = [
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
    isOn: ({ swaps }, { config, state }) =>
      swaps === true &&
      config?.endpoints?.api !== undefined &&
      factsOf(config, state.activeNamespace).actions.includes('swap'),
  },
]

/** The ways that this build has and whose features are on; flags are within the visitor's region already (SPEC §6). */
export function waysToFund(
  snapshot: Snapshot,
  has: (view: ViewName) => boolean,
  ways: readonly WayToFund[] = everyWay,
): readonly WayToFund[] {
  return ways.filter(({ view, isOn }) => has(view) && isOn(snapshot.state.features, snapshot))
}
