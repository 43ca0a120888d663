import type { Widget } from '../shell/widget.ts'
import { loadRamp } from './loadRamp.ts'

/** Keeps options and quotes fresh, and follows open orders, while a view of buying is shown. */
export async function enterRamp(widget: Widget): Promise<() => () => void> {
  const { flow, orders } = await loadRamp(widget)()
  return () => {
    const stops = [flow.enter(), orders.follow()]
    return () => {
      for (const stop of stops) stop()
    }
  }
}

/** Follows open orders while one of them is shown. */
export async function enterOrder(widget: Widget): Promise<() => () => void> {
  const { flow, orders } = await loadRamp(widget)()
  return () => {
    const stop = orders.follow()
    return () => {
      stop()
      // What the press has left was shown.
      if (flow.progress.getState().at === 'opened') flow.settle()
    }
  }
}
