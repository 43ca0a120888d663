import type { Widget } from './widget.ts'

/**
 * Calls `run` some milliseconds after a visitor wants the widget, which on a page that draws it ahead by itself may be
 * never. The returned function cancels it.
 */
export function whenWanted({ wanted, engine }: Widget, run: () => void, delay: number): () => void {
  let cancel = () => {}
  let isCancelled = false
  const start = () => {
    if (!isCancelled) cancel = engine.ctx.clock.setTimeout(run, delay)
  }
  if (wanted) void wanted.then(start)
  else start()
  return () => {
    isCancelled = true
    cancel()
  }
}
