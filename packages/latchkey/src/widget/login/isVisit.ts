import type { Widget } from '../shell/widget.ts'

/** Whether the visit of a view with this key is the one that is shown. */
export function isVisit({ snapshot }: Pick<Widget, 'snapshot'>, key: number): boolean {
  const { open, entry } = snapshot().modal
  return open && entry.key === key
}
