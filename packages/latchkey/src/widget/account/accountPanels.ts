import type { ComponentType } from 'react'
import type { AccountTab } from '../../contract/account.ts'
import { factsOf } from '../../engine/base/factsOf.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'

/**
 * The tabs that have something to say (SPEC §2, §6), of those that the namespace has: tokens where the services or the
 * wallet itself list them, NFTs and activity with services, activity only with its flag. None in basic mode.
 */
export function accountTabsOf(
  { state, config }: Pick<WidgetSnapshot, 'state' | 'config'>,
  walletHasAssets: boolean,
): readonly AccountTab[] {
  const { basic, endpoints } = config
  if (basic) return []
  const isServed = endpoints?.api !== undefined
  const { tabs: offered } = factsOf(config, state.activeNamespace)
  const tabs: Readonly<Record<AccountTab, boolean>> = {
    tokens: isServed || walletHasAssets,
    nfts: isServed,
    activity: isServed && state.features.activity === true,
  }
  return (['tokens', 'nfts', 'activity'] as const).filter(tab => tabs[tab] && offered.includes(tab))
}

/** The panels of the tabs, each in a chunk of its own. */
export const accountPanels: Readonly<Record<AccountTab, () => Promise<ComponentType>>> = {
  tokens: () => import('./TokensPanel.tsx').then(module => module.TokensPanel),
  nfts: () => import('../nfts/NftsPanel.tsx').then(module => module.NftsPanel),
  activity: () => import('../activity/ActivityPanel.tsx').then(module => module.ActivityPanel),
}
