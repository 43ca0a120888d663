import type { Amount } from '../../../contract/amount.ts'
import type { Transfer, TransferCost, TransferFee } from '../../../contract/send.ts'

/** Whether what is held of the network's own currency is too little for the fee, and for the amount where that is taken from it too. */
export function lacksFee(
  { asset, amount }: Pick<Transfer, 'asset' | 'amount'>,
  { most }: Pick<TransferFee, 'most'>,
  held: Amount | undefined,
  costs: readonly TransferCost[] = [],
): boolean {
  if (!held) return false
  const deposits = costs.reduce(
    (sum, { kind, amount: { value } }) => sum + (kind === 'deposit' ? value : 0n),
    0n,
  )
  return most.value + deposits + (asset.address === undefined ? amount.value : 0n) > held.value
}
