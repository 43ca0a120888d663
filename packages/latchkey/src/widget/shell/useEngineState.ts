import { useUnlessLeaving } from './useUnlessLeaving.ts'
import { useWidget } from './useWidget.ts'
import type { WidgetSnapshot } from './widget.ts'

/** A part of what can be drawn; draws again only when that part changed. The selector must not make new objects. */
export function useEngineState<T>(select: (snapshot: WidgetSnapshot) => T): T {
  const widget = useWidget()
  return useUnlessLeaving(widget.subscribe, () => select(widget.snapshot()))
}
