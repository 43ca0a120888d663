import type { ComponentType } from 'react'
import type { AccountTab } from '../../contract/account.ts'
import { oneOf } from '../../engine/base/oneOf.ts'
import type { Widget } from '../shell/widget.ts'
import { accountPanels } from './accountPanels.ts'

const createPanels = () => new Map<AccountTab, ComponentType>()

/** The panels of a widget that are here. */
export function panelsOf(widget: Widget): Map<AccountTab, ComponentType> {
  return oneOf(widget, createPanels)
}

/** Fetches a panel, once it is wanted or likely to be. Rejects when its chunk does not come. */
export async function loadPanel(widget: Widget, tab: AccountTab): Promise<void> {
  const panels = panelsOf(widget)
  if (!panels.has(tab)) panels.set(tab, await accountPanels[tab]())
}
