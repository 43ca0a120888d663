import { isSameId, type Spelling } from '../../contract/namespaceFacts.ts'
import type { BalanceChange, Transfer, TransferCost } from '../../contract/send.ts'

/** Whether a node foresees just what the review says: the amount goes, and the deposit beside it, and nothing else. */
export function isAsSaid(
  changes: readonly BalanceChange[],
  {
    asset,
    amount,
    costs = [],
  }: Pick<Transfer, 'asset' | 'amount'> & { readonly costs?: readonly TransferCost[] },
  spelling: Spelling,
): boolean {
  const deposit = costs.find(({ kind }) => kind === 'deposit')
  const isDeposit = (each: BalanceChange) =>
    asset.address !== undefined &&
    each.asset.address === undefined &&
    each.change === -(deposit?.amount.value ?? 0n)
  const [only, ...more] = changes.filter(each => !isDeposit(each))
  return (
    only !== undefined &&
    more.length === 0 &&
    isSameId(only.asset.address, asset.address, spelling) &&
    only.change === -amount.value
  )
}
