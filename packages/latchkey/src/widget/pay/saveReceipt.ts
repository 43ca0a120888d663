import type { PaymentReceipt } from '../../contract/payments.ts'

/** Saves the signed receipt as a file that anyone can verify: `receipt-<payment>.json`. */
export function saveReceipt(page: Document, receipt: PaymentReceipt): void {
  const file = new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' })
  const url = URL.createObjectURL(file)
  const link = page.createElement('a')
  link.href = url
  link.download = `receipt-${receipt.receipt.payment}.json`
  link.click()
  // The browser has begun to read it by the next frame.
  requestAnimationFrame(() => URL.revokeObjectURL(url))
}
