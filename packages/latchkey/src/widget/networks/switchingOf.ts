import { createSwitching, type Switching } from '../../engine/flows/switchnetwork/createSwitching.ts'
import type { Widget } from '../shell/widget.ts'

/** The one switching of a widget, made when it is first needed. */
export function switchingOf(widget: Widget): Switching {
  const known = widget.kept.get('switching')
  if (known) return known as Switching
  const made = createSwitching(widget.engine)
  widget.kept.set('switching', made)
  return made
}
