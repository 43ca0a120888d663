import type { Store } from '../../core/store/store.ts'
import { addressKey } from '../../data/namespaces/namespaces.ts'
import type { MoneyAsset } from '../credits/resolveAsset.ts'

/**
 * The receiver that an open payment names for an asset, in the one spelling of keys; undefined for a payment that is not known to the project, is over, or does
 * not take the asset.
 */
export type FindPaymentReceiver = (payment: {
  readonly project: string
  readonly id: string
  readonly asset: MoneyAsset
}) => Promise<string | undefined>

export function createPaymentReceiver(deps: {
  readonly store: Pick<Store, 'db'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}): FindPaymentReceiver {
  const { store, now } = deps
  return async ({ project, id, asset: { chain, contract } }) => {
    const row = await store.db
      .selectFrom('payments')
      .innerJoin('payment_ways', 'payment_ways.payment_id', 'payments.id')
      .select('payment_ways.recipient')
      .where('payments.id', '=', id)
      .where('payments.project_id', '=', project)
      .where('payments.state', 'in', ['open', 'underpaid'])
      .where('payments.expires_at', '>', now())
      .where('payment_ways.chain', '=', chain.id)
      .where('payment_ways.asset', '=', contract === null ? '' : addressKey(chain.id, contract))
      .executeTakeFirst()
    return row?.recipient
  }
}
