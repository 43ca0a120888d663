import { useEffect, useRef } from 'react'
import { limits } from '../../contract/limits.ts'
import { isSparing } from '../../engine/base/isSparing.ts'
import { useWidget } from '../shell/useWidget.ts'
import { whenWanted } from '../shell/whenWanted.ts'
import type { AccountAction } from './accountActions.ts'

const loads = {
  send: () => import('../send/sendForm.ts').then(module => module.sendForm),
  swaps: () => import('../swap/swapForm.ts').then(module => module.swapForm),
} as const

type FormAction = keyof typeof loads

const hasForm = (action: AccountAction): action is FormAction => action in loads

/**
 * Draws one of the forms behind the account's actions out of sight: Send's while the account is at rest, and another once
 * the visitor is about to press it, which the returned function says. Swap's code is fetched at rest as well, without
 * being drawn (decision 094). A chunk that did not come is fetched again by the press.
 */
export function useFormsAhead(actions: readonly AccountAction[]): (action: AccountAction) => void {
  const widget = useWidget()
  const draw = useRef<(action: FormAction) => void>(undefined)
  const canSend = actions.includes('send')
  const canSwap = actions.includes('swaps')
  useEffect(() => {
    let isHere = true
    let drawn: FormAction | undefined
    let giveUp = () => {}
    const change = async (action: FormAction) => {
      if (drawn === action) return
      drawn = action
      giveUp()
      giveUp = () => {}
      const form = await loads[action]().catch(() => undefined)
      if (isHere && drawn === action && form) giveUp = form.drawAhead(widget)
    }
    draw.current = action => void change(action)
    const rest = async () => {
      if (canSend && drawn === undefined) await change('send')
      if (!canSwap || !isHere || isSparing()) return
      const form = await loads.swaps()
      if (isHere) await form.fetchAhead(widget)
    }
    const cancel = whenWanted(widget, () => void rest().catch(() => undefined), limits.viewOut)
    return () => {
      isHere = false
      cancel()
      giveUp()
    }
  }, [canSend, canSwap, widget])
  return action => {
    if (hasForm(action)) draw.current?.(action)
  }
}
