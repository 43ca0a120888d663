import { advanceOrder } from './advanceOrder.ts'
import type { RampStore } from './openRampStore.ts'

/** Ends the orders that were not paid in time. @returns the moment of the next end. */
export function expireOrders(store: RampStore, now: number): number | undefined {
  for (const state of ['created', 'open'] as const)
    for (const { id, expiresAt } of store.listOrders(state))
      if (expiresAt <= now)
        advanceOrder(store, {
          id,
          from: ['created', 'open'],
          to: 'expired',
          change: { reason: 'It was not paid in time.' },
          now,
        })
  return store.nextExpiry()
}
