/** What became of an order while the visitor was elsewhere. */
export const orderNewsTexts = {
  'orders.arrived': 'Arrived from {name}: {what}',
  'orders.failed': '{name} didn’t send {what}',
  'orders.arrivedPay': 'Paid by {name}: {what}',
  'orders.failedPay': '{name} didn’t pay {what}',
} as const
