import type { Widget } from '../shell/widget.ts'
import { loadPay } from './loadPay.ts'

/** Keeps the review fresh while the view is shown; what a wallet was asked for goes on after it is left. */
export async function enterPayReview(widget: Widget): Promise<() => () => void> {
  const pay = await loadPay(widget)()
  return () => {
    const leave = pay.enter()
    const follow = () => {
      const { at } = pay.state.getState()
      // Nothing is chosen: opened by itself, or another payment began.
      if (at === 'loading' || at === 'failed' || at === 'choosing') widget.pass('PayReview')
    }
    const stop = pay.state.subscribe(follow)
    follow()
    return () => {
      stop()
      leave()
    }
  }
}
