import { oneOf } from '../../engine/base/oneOf.ts'
import type { PayFlow, PayState } from '../../engine/flows/pay/payFlow.ts'
import type { DataOf } from '../shell/defineView.ts'
import type { Kept } from '../shell/useKept.ts'
import type { Widget } from '../shell/widget.ts'
import { loadPay } from './loadPay.ts'

/** The payment that was begun last: gone back to, it is not begun again. */
const begunData = (): Kept<unknown> => ({ value: undefined })

/** Begins the payment that the view was opened for, or goes back to the choice of how to pay it. */
export async function enterPay(widget: Widget, data: DataOf<'Pay'>): Promise<() => () => void> {
  const pay = await loadPay(widget)()
  return () => {
    const leave = pay.enter()
    const begun = oneOf(widget, begunData)
    let stop = () => {}
    if (data !== undefined && begun.value !== data) {
      begun.value = data
      // One that was begun before, in this tab or another, goes on where it is.
      stop = onceLoaded(pay, state => {
        if (isUnder(state)) widget.replace('PayReview')
      })
      // What is wrong with it stands in the flow's state.
      void pay.begin(data).catch(() => undefined)
    } else if (isBefore(pay.state.getState())) pay.back()
    return () => {
      stop()
      leave()
      // Opened anew with the same, it is begun anew.
      if (!widget.snapshot().modal.open) begun.value = undefined
    }
  }
}

/** Nothing was sent: another way can be chosen. */
function isBefore(state: PayState): boolean {
  if (state.at === 'done') return state.state === 'failed'
  return state.at === 'reviewing' || state.at === 'preparing' || state.at === 'watching'
}

function isUnder({ at }: PayState): boolean {
  return at === 'asking' || at === 'sending' || at === 'watching' || at === 'done'
}

/** Calls back with the first state that is known of it. Returns the stop. */
function onceLoaded({ state }: PayFlow, then: (state: PayState) => void): () => void {
  const stop = state.subscribe(now => {
    if (now.at === 'loading') return
    stop()
    then(now)
  })
  return stop
}
