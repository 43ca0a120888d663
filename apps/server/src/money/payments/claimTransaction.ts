import type { CaipNetworkId } from 'latchkey/contract'
import type { Store } from '../../core/store/store.ts'

/** Notes that a transaction is said to pay a payment, once, and wakes its assessment. */
export async function claimTransaction(
  deps: { readonly store: Store; readonly now: () => number },
  claim: { readonly payment: string; readonly chain: CaipNetworkId; readonly hash: string },
): Promise<void> {
  const { store, now } = deps
  const { payment, chain, hash } = claim
  await store.write([
    store.compose
      .insertInto('payment_claims')
      .values({ payment_id: payment, chain, hash, state: 'unknown', at: now() })
      .onConflict(conflict => conflict.doNothing())
      .compile(),
    store.compose
      .updateTable('payments')
      .set(eb => ({ version: eb('version', '+', 1), due_at: now() }))
      .where('id', '=', payment)
      .compile(),
  ])
}
