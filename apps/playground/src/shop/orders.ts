/** An order of one print, as the shop's backend has it. */
export interface Order {
  readonly print: string
  readonly paymentId: string
  /** `sold` once the services told the backend that it was paid; nothing that this page says makes it so. */
  readonly state: 'open' | 'sold'
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/**
 * Orders a print: the same order again while it can still be paid, or after it was sold.
 * @throws Error with a sentence for the visitor.
 */
export async function placeOrder(print: string, projectId: string): Promise<Order> {
  const response = await fetch('/shop/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ print, projectId }),
    signal: AbortSignal.timeout(20_000),
  }).catch(cause => {
    throw new Error('The shop did not answer. Try again.', { cause })
  })
  const { order, error } = (await response.json().catch(() => ({}))) as {
    readonly order?: Order
    readonly error?: string
  }
  if (!response.ok || !order) throw new Error(error ?? 'The shop didn’t accept the order. Try again.')
  return order
}

/** Returns this visitor's orders by their print; a visitor who ordered nothing is not asked about. */
export async function readOrders(): Promise<ReadonlyMap<string, Order> | undefined> {
  if (!document.cookie.includes('shop_visitor=')) return new Map()
  try {
    const response = await fetch('/shop/orders', { signal: AbortSignal.timeout(10_000) })
    const { orders } = (await response.json()) as { readonly orders: readonly Order[] }
    return new Map(orders.map(order => [order.print, order]))
  } catch {
    // What is known stands until it answers again.
    return undefined
  }
}
