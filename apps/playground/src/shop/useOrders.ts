import { useCallback, useEffect, useState } from 'react'
import { type Order, readOrders } from './orders.ts'

/** Milliseconds between two questions while an order may be paid. */
const gap = 1_000

/** Returns this visitor's orders by their print, and how to ask for them once more. */
export function useOrders(): readonly [orders: ReadonlyMap<string, Order>, ask: () => Promise<void>] {
  const [orders, setOrders] = useState<ReadonlyMap<string, Order>>(new Map())
  const waits = [...orders.values()].some(
    ({ state, expiresAt }) => state === 'open' && expiresAt > Date.now(),
  )

  const ask = useCallback(async () => {
    const known = await readOrders()
    if (known) setOrders(known)
  }, [])

  useEffect(() => void ask(), [ask])

  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void ask()
    }, gap)
    return () => clearInterval(timer)
  }, [waits, ask])

  return [orders, ask]
}
