import { oneOf } from '../../engine/base/oneOf.ts'
import type { Kept } from '../shell/useKept.ts'
import type { Widget } from '../shell/widget.ts'
import { loadSwaps } from './loadSwaps.ts'

const longest = 400
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined

/** What the host opened the form with last: it is filled in once. */
const filledData = (): Kept<unknown> => ({ value: undefined })

/** Keeps balances and quotes fresh while a view of swapping is shown, and fills in what the host asked for. */
export async function enterSwap(widget: Widget, data?: unknown): Promise<() => () => void> {
  const { flow, allowances } = await loadSwaps(widget)()
  return () => {
    const leave = flow.enter()
    void allowances.refresh().catch(() => undefined)
    const filled = oneOf(widget, filledData)
    if (typeof data === 'object' && data !== null && filled.value !== data) {
      filled.value = data
      // What a host gives is a stranger's text: only what has the form of it is filled in.
      const { fromToken, toToken, amount } = data as Readonly<Record<string, unknown>>
      const [from, to, typed] = [textOf(fromToken), textOf(toToken), textOf(amount)]
      if (from || to || typed) want()
      function want(): void {
        try {
          flow.want({
            ...(from && { fromToken: from }),
            ...(to && { toToken: to }),
            ...(typed && { amount: typed }),
          })
        } catch {
          // The form begins as it would without it.
        }
      }
    }
    return () => {
      leave()
      // Opened anew with the same, it is filled in anew; come back to, it is as the visitor left it.
      if (!widget.snapshot().modal.open) filled.value = undefined
    }
  }
}
