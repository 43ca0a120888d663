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
  const all = withDeposits(most, costs)
  return all.value + (asset.address === undefined ? amount.value : 0n) > held.value
}

/** A fee together with what is paid beside it in the same currency. */
export function withDeposits({ value, decimals }: Amount, costs: readonly TransferCost[]): Amount {
  const paid = costs.filter(({ kind }) => kind === 'deposit')
  return { value: paid.reduce((sum, { amount }) => sum + amount.value, value), decimals }
}
