import type { Features } from '../../contract/options.ts'
import type { ViewName } from '../../contract/views.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'
import type { fundTexts } from './fundTexts.ts'

/** A way to have more in the wallet than before. */
export interface WayToFund {
  readonly id: string
  readonly view: ViewName
  readonly name: keyof typeof fundTexts
  readonly detail: keyof typeof fundTexts
  readonly isOn: (features: Features) => boolean
}

/** Every way, in the menu's order: buying, depositing from an exchange, receiving (SPEC-NOTES §2). */
const everyWay: readonly WayToFund[] = [
  {
    id: 'receive',
    view: 'WalletReceive',
    name: 'fund.receive',
    detail: 'fund.receiveDetail',
    isOn: features => features.receive !== false,
  },
]

/** The ways that this build has and whose features are on; flags are within the visitor's region already (SPEC §6). */
export function waysToFund(
  { state }: Pick<WidgetSnapshot, 'state'>,
  has: (view: ViewName) => boolean,
  ways: readonly WayToFund[] = everyWay,
): readonly WayToFund[] {
  return ways.filter(({ view, isOn }) => has(view) && isOn(state.features))
}
