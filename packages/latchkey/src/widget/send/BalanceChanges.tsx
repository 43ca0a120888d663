import type { Spelling } from '../../contract/namespaceFacts.ts'
import type { BalanceChange } from '../../contract/send.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { exactAmount } from './exactAmount.ts'
import { ReviewFact } from './ReviewFact.tsx'
import { reviewTexts } from './sendTexts.ts'
import { tokenOf } from './tokenOf.ts'
import { useSendFlow } from './useSendFlow.ts'

export declare namespace BalanceChanges {
  interface Props {
    readonly changes: readonly BalanceChange[]
    /** How the addresses of tokens compare. */
    readonly spelling: Spelling
  }
}

/** What a node says that leaves the account and reaches it, asset by asset. */
export function BalanceChanges({ changes, spelling }: BalanceChanges.Props) {
  const t = useTexts(reviewTexts)
  return changes.map(change => (
    <ReviewFact
      key={change.asset.address ?? 'native'}
      label={t(change.change < 0n ? 'review.pay' : 'review.get')}
    >
      <Change change={change} spelling={spelling} />
    </ReviewFact>
  ))
}

function Change({
  change: { asset, change },
  spelling,
}: {
  readonly change: BalanceChange
  readonly spelling: Spelling
}) {
  const locale = useEngineState(({ config }) => config.locale)
  const flow = useSendFlow()
  const { tokens } = useMachine(flow.holdings.machine)
  const token = tokenOf(tokens, asset, spelling)
  const decimals = asset.decimals ?? token?.amount.decimals
  const symbol = token?.symbol ?? asset.symbol ?? (asset.address ? shortAddress(asset.address) : '')
  const isLess = change < 0n
  return (
    <bdi className="review-change" data-sign={isLess ? 'less' : 'more'}>
      {isLess ? '−' : '+'}
      {decimals === undefined ? '—' : exactAmount({ value: isLess ? -change : change, decimals }, locale)}{' '}
      {symbol}
    </bdi>
  )
}
