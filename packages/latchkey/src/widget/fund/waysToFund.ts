import type { Features } from '../../contract/options.ts'
import type { ViewName } from '../../contract/views.ts'
import { isRestricted } from '../../engine/base/isRestricted.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'
import type { fundTexts } from './fundTexts.ts'

/** A way to have more in the wallet than before. */
export interface WayToFund {
  readonly id: string
  readonly view: ViewName
  readonly name: keyof typeof fundTexts
  readonly detail: keyof typeof fundTexts
  /** Money is taken for it: not offered where the host's `restrictedTimezones` say so (SPEC §6). */
  readonly isPurchase: boolean
  readonly isOn: (features: Features) => boolean
}

/** Every way, in the menu's order: buying, depositing from an exchange, receiving (SPEC-NOTES §2). */
const everyWay: readonly WayToFund[] = [
  {
    id: 'receive',
    view: 'WalletReceive',
    name: 'fund.receive',
    detail: 'fund.receiveDetail',
    isPurchase: false,
    isOn: features => features.receive !== false,
  },
]

/** The ways that this build has, whose features are on, and that are allowed where the visitor is. */
export function waysToFund(
  { state, config }: Pick<WidgetSnapshot, 'state' | 'config'>,
  has: (view: ViewName) => boolean,
  { ways = everyWay, timezone }: { readonly ways?: readonly WayToFund[]; readonly timezone?: string } = {},
): readonly WayToFund[] {
  return ways.filter(
    ({ view, isPurchase, isOn }) =>
      has(view) && isOn(state.features) && !(isPurchase && isRestricted(config, timezone)),
  )
}
