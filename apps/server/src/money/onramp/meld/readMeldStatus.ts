import type { ToldStatus } from '../onRampProvider.ts'
import type { MeldTransaction } from './meldShapes.ts'

/** Meld's states; one that is not listed says nothing. */
const states: Readonly<Record<string, ToldStatus['state']>> = {
  PENDING_CREATED: 'open',
  TWO_FA_REQUIRED: 'open',
  TWO_FA_PROVIDED: 'open',
  PENDING: 'paid',
  AUTHORIZED: 'paid',
  SETTLING: 'sent',
  SETTLED: 'sent',
  DECLINED: 'failed',
  FAILED: 'failed',
  ERROR: 'failed',
  CANCELLED: 'failed',
  VOIDED: 'failed',
  REFUNDED: 'refunded',
  AUTHORIZATION_EXPIRED: 'expired',
}

/** What a transaction of Meld's says of an order. */
export function readMeldStatus({
  id,
  status,
  statusReason,
  destinationAmount,
  cryptoDetails,
}: MeldTransaction): ToldStatus {
  const hash = cryptoDetails?.blockchainTransactionId ?? undefined
  const said = states[status] ?? 'unknown'
  // On its way, but no transaction yet.
  const state = said === 'sent' && status === 'SETTLING' && hash === undefined ? 'paid' : said
  const isOver = state === 'failed' || state === 'refunded' || state === 'expired'
  return {
    state,
    reference: id,
    amount: destinationAmount ?? undefined,
    recipient: cryptoDetails?.destinationWalletAddress ?? undefined,
    hash,
    reason: isOver ? (statusReason ?? status.toLowerCase()) : undefined,
  }
}
