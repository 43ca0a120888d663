import type { OrderLeg } from '../../../contract/journal.ts'
import type { Spelling } from '../../../contract/namespaceFacts.ts'
import { cleanName } from '../identity/cleanName.ts'
import { type ActivityLeg, assetKey } from './activityLegs.ts'

/** What the journal says of an asset, as a leg of the account that leaves it. */
export function toLeg({ asset, amount }: OrderLeg, spelling: Spelling): ActivityLeg {
  const symbol = cleanName(asset.symbol)
  return {
    asset: {
      key: assetKey(asset.address, spelling),
      kind: 'fungible',
      ...(symbol !== undefined && { symbol }),
      vouched: true,
      ...(asset.address !== undefined && { address: asset.address }),
    },
    direction: 'out',
    ...(amount !== undefined && { amount }),
    decimals: asset.decimals,
    spam: false,
  }
}
