import type { ComponentType } from 'react'
import type { AccountTab } from '../../contract/account.ts'
import type { Widget } from '../shell/widget.ts'
import { accountPanels } from './accountPanels.ts'

/** The panels of a widget that are here. */
export function panelsOf({ kept }: Pick<Widget, 'kept'>): Map<AccountTab, ComponentType> {
  const known = kept.get('accountPanels') as Map<AccountTab, ComponentType> | undefined
  const panels = known ?? new Map<AccountTab, ComponentType>()
  kept.set('accountPanels', panels)
  return panels
}

/** Fetches a panel, once it is wanted or likely to be. Rejects when its chunk does not come. */
export async function loadPanel(widget: Pick<Widget, 'kept'>, tab: AccountTab): Promise<void> {
  const panels = panelsOf(widget)
  if (!panels.has(tab)) panels.set(tab, await accountPanels[tab]())
}
