import type { ToldStatus } from '../onRampProvider.ts'
import type { MoonPayTransaction } from './moonPayShapes.ts'

/** MoonPay's states; one that is not listed says nothing. */
const states: Readonly<Record<string, ToldStatus['state']>> = {
  waitingPayment: 'open',
  waitingAuthorization: 'open',
  pending: 'paid',
  completed: 'sent',
  failed: 'failed',
}

/** What a transaction of MoonPay's says of an order. */
export function readMoonPayStatus(transaction: MoonPayTransaction): ToldStatus {
  const { status, failureReason, quoteCurrencyAmount, walletAddress, cryptoTransactionId } = transaction
  const said = states[status] ?? 'unknown'
  const state = said === 'failed' && /^refund/i.test(failureReason ?? '') ? 'refunded' : said
  return {
    state,
    reference: transaction.id,
    amount: quoteCurrencyAmount ?? undefined,
    recipient: walletAddress || undefined,
    hash: cryptoTransactionId || undefined,
    reason: said === 'failed' ? (failureReason ?? status).slice(0, 200) : undefined,
  }
}
