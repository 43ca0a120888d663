import type { CompiledQuery } from 'kysely'
import type { CaipNetworkId } from 'latchkey/contract'
import type { PaymentEvent } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import type { Payment, PaymentRefund } from './payment.ts'
import type { SeenTransaction, TransactionReader } from './transactionReader.ts'

/** What became of a payment's refunds by the chains. */
export interface AssessedRefunds {
  readonly after: readonly PaymentRefund[]
  readonly queries: readonly CompiledQuery[]
  readonly events: readonly PaymentEvent['type'][]
  readonly isUnfinished: boolean
}

/** Reads the transactions of refunds that are not settled yet. @throws ChainUnreadable. */
export async function assessRefunds(
  deps: { readonly store: Store; readonly readerOf: (chain: CaipNetworkId) => TransactionReader },
  payment: Payment,
): Promise<AssessedRefunds> {
  const queries: CompiledQuery[] = []
  const events: PaymentEvent['type'][] = []
  const after: PaymentRefund[] = []
  let isUnfinished = false
  for (const refund of payment.refunds) {
    const { hash, chain } = refund
    if (hash === null || refund.state === 'settled' || refund.state === 'cancelled') {
      after.push(refund)
      continue
    }
    const wants = { native: payment.ways[refund.way]?.asset === '' }
    const transaction = await deps.readerOf(chain).read(chain, hash, wants)
    const next = await assessRefund(deps.store, payment, refund, transaction)
    after.push(next)
    isUnfinished ||= next.hash !== null && next.state !== 'settled'
    if (next.state === refund.state && next.hash === refund.hash && next.place === refund.place) continue
    queries.push(composeRefund(deps.store, next))
    if (next.state !== refund.state && (next.state === 'seen' || next.state === 'settled'))
      events.push(`refund.${next.state}`)
  }
  return { after, queries, events, isUnfinished }
}

/** The refund by its transaction; one that moved something else leaves it proposed. */
async function assessRefund(
  store: Pick<Store, 'db'>,
  payment: Payment,
  refund: PaymentRefund,
  transaction: SeenTransaction | undefined,
): Promise<PaymentRefund> {
  // A transaction that a reorganization took away may come back.
  if (transaction === undefined) return { ...refund, state: 'proposed', place: null }
  if (transaction.state === 'pending') return { ...refund, state: 'seen', place: null }
  const taken = await placesOf(store, refund)
  const place = placeOf(payment, refund, transaction, taken)
  if (place === undefined)
    return transaction.isFinal
      ? { ...refund, state: 'proposed', hash: null, place: null }
      : { ...refund, state: 'proposed', place: null }
  return { ...refund, state: transaction.isFinal ? 'settled' : 'seen', place }
}

/** The transfer of a transaction that is exactly the refund; undefined for none that is free. */
export function placeOf(
  payment: Pick<Payment, 'ways'>,
  refund: PaymentRefund,
  transaction: SeenTransaction,
  taken: ReadonlySet<number>,
): number | undefined {
  const asset = payment.ways[refund.way]?.asset
  return transaction.transfers.find(
    transfer =>
      !taken.has(transfer.place) &&
      transfer.asset === asset &&
      transfer.recipient === refund.recipient &&
      transfer.units === refund.units &&
      transaction.block >= refund.fromBlock,
  )?.place
}

/** The transfers of its transaction that are other refunds'. */
export async function placesOf(
  store: Pick<Store, 'db'>,
  { id, chain, hash }: Pick<PaymentRefund, 'id' | 'chain' | 'hash'>,
): Promise<ReadonlySet<number>> {
  const rows = await store.db
    .selectFrom('payment_refunds')
    .select('place')
    .where('chain', '=', chain)
    .where('hash', '=', hash)
    .where('id', '!=', id)
    .execute()
  return new Set(rows.flatMap(({ place }) => (place === null ? [] : [place])))
}

function composeRefund(store: Pick<Store, 'compose'>, refund: PaymentRefund): CompiledQuery {
  const { id, state, hash, place } = refund
  return store.compose
    .updateTable('payment_refunds')
    .set({ state, hash, place })
    .where('id', '=', id)
    .compile()
}
