import type { Amount } from '../../../contract/amount.ts'
import type { Transfer, TransferFee } from '../../../contract/send.ts'

/** Whether what is held of the network's own currency is too little for the fee, and for the amount where that is taken from it too. */
export function lacksFee(
  { asset, amount }: Pick<Transfer, 'asset' | 'amount'>,
  { most }: Pick<TransferFee, 'most'>,
  held: Amount | undefined,
): boolean {
  if (!held) return false
  return most.value + (asset.address === undefined ? amount.value : 0n) > held.value
}
