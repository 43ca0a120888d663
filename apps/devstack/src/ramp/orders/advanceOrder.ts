import { planDeliveries } from '../hooks/planDeliveries.ts'
import type { RampStore } from './openRampStore.ts'
import type { RampOrder, RampPayout, RampState } from './rampOrder.ts'

/**
 * Moves an order on, by one conditional update, with the payout and the events that belong to it: all of it is stored, or nothing.
 * @returns false when the order is not in one of the states, or not at the step.
 */
export function advanceOrder(
  store: RampStore,
  options: {
    id: string
    from: readonly RampState[]
    step?: RampOrder['step']
    to: RampState
    change?: Parameters<RampStore['changeOrder']>[1]
    payout?: RampPayout
    /** Runs with it; false calls it all off. */
    also?: () => boolean
    now: number
  },
): boolean {
  const { id, from, step, to, change, payout, also, now } = options
  class CalledOff extends Error {}
  try {
    return store.atomically(() => {
      const where = { id, states: from, ...(step !== undefined && { step }) }
      if (!store.changeOrder(where, { ...change, state: to }, now)) return false
      if (also && !also()) throw new CalledOff()
      if (payout) store.addPayout(payout)
      const order = store.findOrder('id', id)
      if (order && !from.includes(to)) store.addDeliveries(planDeliveries(order, now))
      return true
    })
  } catch (error) {
    if (error instanceof CalledOff) return false
    throw error
  }
}
