import { isSameId, type Spelling } from '../../contract/namespaceFacts.ts'
import type { BalanceChange, Transfer } from '../../contract/send.ts'

/** Whether a node foresees just what the transfer says: its amount goes, and nothing else. */
export function isAsSaid(
  changes: readonly BalanceChange[],
  { asset, amount }: Pick<Transfer, 'asset' | 'amount'>,
  spelling: Spelling,
): boolean {
  const [only, ...more] = changes
  return (
    only !== undefined &&
    more.length === 0 &&
    isSameId(only.asset.address, asset.address, spelling) &&
    only.change === -amount.value
  )
}
