import type { WidgetSnapshot } from '../shell/widget.ts'

/** Whether any wallet on another device can be paired with, by a code beside the list. */
export function hasCode({ rows }: Pick<WidgetSnapshot, 'rows'>): boolean {
  return rows.some(row => row.group === 'walletConnect')
}
