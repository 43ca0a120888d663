import type { WalletFeature } from '../../contract/options.ts'
import type { ViewName } from '../../contract/views.ts'
import { canBuy } from '../../engine/flows/onramp/canBuy.ts'
import { canSend } from '../../engine/flows/send/canSend.ts'
import { canSwap } from '../../engine/nouns/swaps/canSwap.ts'
import type { Widget } from '../shell/widget.ts'

export type AccountAction = WalletFeature

/** What each of them leads to. */
export const actionViews = {
  onramp: 'OnRampProviders',
  swaps: 'Swap',
  receive: 'WalletReceive',
  send: 'WalletSend',
} as const satisfies Readonly<Record<AccountAction, ViewName>>

/** Where the host says nothing: what every account can do comes first. */
const usualOrder = ['receive', 'send', 'swaps', 'onramp'] as const satisfies readonly WalletFeature[]

/** What a visitor can do with the account, as things are (SPEC-NOTES §2), in the host's order. Only what works. */
export function accountActionsOf({
  engine,
  views,
  snapshot,
}: Pick<Widget, 'engine' | 'views' | 'snapshot'>): readonly AccountAction[] {
  const { features } = snapshot().state
  const isOn: Readonly<Record<AccountAction, boolean>> = {
    onramp: canBuy(engine.ctx),
    swaps: canSwap(engine.ctx),
    receive: features.receive !== false,
    send: canSend(engine.ctx),
  }
  return orderOf(features.walletFeaturesOrder).filter(
    action => isOn[action] && views.definition(actionViews[action]) !== undefined,
  )
}

/** The host's order; what it leaves out comes after, so that nothing disappears. */
function orderOf(given: unknown): readonly WalletFeature[] {
  const own = Array.isArray(given) ? given.filter(feature => usualOrder.includes(feature)) : []
  return [...new Set([...(own as readonly WalletFeature[]), ...usualOrder])]
}
