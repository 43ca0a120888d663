import { defaultWalletFeatures } from '../../contract/limits.ts'
import type { WalletFeature } from '../../contract/options.ts'
import type { ViewName } from '../../contract/views.ts'
import { canBuy } from '../../engine/flows/onramp/canBuy.ts'
import { canSend } from '../../engine/flows/send/canSend.ts'
import { canSwap } from '../../engine/nouns/swaps/canSwap.ts'
import { waysToFund } from '../fund/waysToFund.ts'
import type { Widget } from '../shell/widget.ts'

export type AccountAction = 'fund' | WalletFeature | 'activity'

/** What each of them leads to; activity is a tab. */
export const actionViews = {
  fund: 'FundWallet',
  onramp: 'OnRampProviders',
  swaps: 'Swap',
  receive: 'WalletReceive',
  send: 'WalletSend',
} as const satisfies Readonly<Record<Exclude<AccountAction, 'activity'>, ViewName>>

/**
 * What a person can do with the account, as things are (SPEC-NOTES §2): of a plain wallet Fund, Swap, Send and Activity,
 * of an embedded one its features in the host's order. Only what works.
 */
export function accountActionsOf(
  { engine, views, snapshot }: Pick<Widget, 'engine' | 'views' | 'snapshot'>,
  account: { readonly isEmbedded: boolean; readonly hasActivity: boolean },
): readonly AccountAction[] {
  const now = snapshot()
  const { features } = now.state
  const has = (view: ViewName) => views.definition(view) !== undefined
  const isOn: Readonly<Record<AccountAction, boolean>> = {
    fund: waysToFund(now, has).length > 0,
    onramp: canBuy(engine.ctx),
    swaps: canSwap(engine.ctx),
    receive: features.receive !== false,
    send: canSend(engine.ctx),
    activity: account.hasActivity,
  }
  const order: readonly AccountAction[] = account.isEmbedded
    ? orderOf(features.walletFeaturesOrder)
    : ['fund', 'swaps', 'send', 'activity']
  return order.filter(action => (action === 'activity' || has(actionViews[action])) && isOn[action])
}

/** The host's order; what it leaves out comes after, so that nothing disappears. */
function orderOf(given: unknown): readonly WalletFeature[] {
  const own = Array.isArray(given) ? given.filter(feature => defaultWalletFeatures.includes(feature)) : []
  return [...new Set([...(own as readonly WalletFeature[]), ...defaultWalletFeatures])]
}
