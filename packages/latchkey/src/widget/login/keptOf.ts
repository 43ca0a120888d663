import type { EngineContext } from '../../engine/context.ts'
import type { Widget } from '../shell/widget.ts'

/** What this widget has one of, made with its first use. */
export function keptOf<T>(widget: Widget, name: string, create: (ctx: EngineContext) => T): T {
  const { kept, engine } = widget
  // Nobody else writes there by that name.
  const known = kept.get(name) as T | undefined
  if (known !== undefined) return known
  const made = create(engine.ctx)
  kept.set(name, made)
  return made
}
