import type { Widget } from '../shell/widget.ts'
import { createSwitching, type Switching } from './createSwitching.ts'

/** The one switching of a widget, made when it is first needed. */
export function switchingOf(widget: Widget): Switching {
  const known = widget.kept.get('switching')
  if (known) return known as Switching
  const made = createSwitching({ engine: widget.engine, done: widget.finish })
  widget.kept.set('switching', made)
  return made
}
