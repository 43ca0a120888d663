import type { Widget } from '../shell/widget.ts'

/** The one of its name in a widget, made when it is first needed; it ends with the engine. */
export function keptOf<T extends { destroy(): void }>(
  { kept, engine }: Widget,
  name: string,
  make: () => T,
): T {
  const known = kept.get(name)
  if (known) return known as T
  const made = make()
  engine.ctx.signal.addEventListener('abort', made.destroy)
  kept.set(name, made)
  return made
}
