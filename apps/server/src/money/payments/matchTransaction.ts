import type { Payment } from './payment.ts'
import type { SeenTransaction, SeenTransfer } from './transactionReader.ts'

/** A transfer of a transaction, and the way of a payment that it pays. */
export interface Match {
  readonly transfer: SeenTransfer
  readonly way: number
}

/**
 * The transfers of a transaction that pay a payment: the right asset to the right receiver, in a block that is not older
 * than the payment. What the transaction names other payments for is theirs (T129).
 */
export function matchTransaction(
  payment: Pick<Payment, 'ways' | 'reference'>,
  transaction: SeenTransaction,
  options: {
    readonly chain: string
    /** The references among the transaction's that payments of ours have. */
    readonly named: ReadonlySet<string>
    /** The places that count for other payments already. */
    readonly taken: ReadonlySet<number>
  },
): readonly Match[] {
  const { chain, named, taken } = options
  if (transaction.state !== 'included') return []
  if (named.size > 0 && !named.has(payment.reference)) return []
  const matches = transaction.transfers.flatMap((transfer): Match[] => {
    if (taken.has(transfer.place)) return []
    const way = payment.ways.find(
      each =>
        each.chain === chain &&
        each.asset === transfer.asset &&
        each.recipient === transfer.recipient &&
        transaction.block >= each.fromBlock,
    )
    return way === undefined ? [] : [{ transfer, way: way.place }]
  })
  if (named.size < 2) return matches
  // One transaction for several payments: each takes the transfer that is exactly its own.
  const exact = matches.find(({ transfer, way }) => payment.ways[way]?.units === transfer.units)
  return exact === undefined ? [] : [exact]
}
