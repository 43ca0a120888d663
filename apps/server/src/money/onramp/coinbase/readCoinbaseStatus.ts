import type { ToldStatus } from '../onRampProvider.ts'
import type { CoinbaseTransaction } from './coinbaseShapes.ts'

/** Coinbase's states behind their common prefix; one that is not listed says nothing. */
const states: Readonly<Record<string, ToldStatus['state']>> = {
  CREATED: 'open',
  IN_PROGRESS: 'paid',
  SUCCESS: 'sent',
  FAILED: 'failed',
}

/** What a transaction of Coinbase's says of an order. */
export function readCoinbaseStatus(transaction: CoinbaseTransaction): ToldStatus {
  const { status, failure_reason: reason, purchase_amount: bought } = transaction
  const state = states[status.replace(/^ONRAMP_TRANSACTION_STATUS_/, '')] ?? 'unknown'
  // It is empty, or a bare 0x, until there is one.
  const hash = transaction.tx_hash ?? ''
  return {
    state,
    amount: bought?.amount,
    recipient: transaction.wallet_address || undefined,
    hash: /^(?:0x)?$/.test(hash) ? undefined : hash,
    reason: state === 'failed' ? (reason ?? status).toLowerCase().slice(0, 200) : undefined,
  }
}
