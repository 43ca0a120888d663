import type { CaipNetworkId } from 'latchkey/contract'
import type { Logger } from 'pino'
import type { Store } from '../../core/store/store.ts'
import type { SeenTransaction } from './transactionReader.ts'

/**
 * The payments that a transaction pays which names none, such as an exchange's: a receiver that only one payment ever had
 * takes any amount, one that several have only the exact amount that a single open payment asks for. Of what could be for
 * several payments none is guessed: it stays with the merchant, and its hash can still be handed in.
 */
export async function findUnnamed(
  deps: { readonly store: Pick<Store, 'db'>; readonly now: () => number; readonly log: Logger },
  seen: {
    readonly chain: CaipNetworkId
    readonly hash: string
    readonly transaction: SeenTransaction
  },
): Promise<readonly string[]> {
  const { store, now, log } = deps
  const { chain, hash, transaction } = seen
  const found = new Set<string>()
  for (const { asset, recipient, units } of transaction.transfers) {
    const rows = await store.db
      .selectFrom('payment_ways')
      .innerJoin('payments', 'payments.id', 'payment_ways.payment_id')
      .select(['payment_id', 'asset', 'units', 'from_block', 'state', 'watch_until'])
      .where('chain', '=', chain)
      .where('recipient', '=', recipient)
      .execute()
    const able = rows.filter(
      row =>
        row.asset === asset &&
        row.from_block <= transaction.block &&
        row.watch_until > now() &&
        (row.state === 'open' ||
          row.state === 'seen' ||
          row.state === 'underpaid' ||
          row.state === 'expired'),
    )
    const isOwn = new Set(rows.map(({ payment_id }) => payment_id)).size === 1
    const meant = isOwn ? able : able.filter(row => BigInt(row.units) === units)
    const [only, second] = meant
    if (only !== undefined && second === undefined) found.add(only.payment_id)
    if (second !== undefined) log.warn({ chain, hash }, 'a transfer could be for several payments')
  }
  return [...found]
}
