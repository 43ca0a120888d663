import type { SentAsset, TransferCost } from '../../contract/send.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { exactAmount } from './exactAmount.ts'
import { ReviewFact } from './ReviewFact.tsx'
import { reviewCostTexts } from './sendTexts.ts'

export declare namespace CostFacts {
  interface Props {
    readonly costs: readonly TransferCost[]
    readonly asset: SentAsset
    /** Of the network's own currency. */
    readonly symbol: string
  }
}

/** What a transfer costs beside the network fee: a deposit for the receiver's account, and the token's own fee. */
export function CostFacts({ costs, asset, symbol }: CostFacts.Props) {
  const t = useTexts(reviewCostTexts)
  const locale = useEngineState(({ config }) => config.locale)
  return costs.map(cost => {
    const { kind, amount } = cost
    const isDeposit = kind === 'deposit'
    return (
      <ReviewFact key={kind} label={t(`review.${kind}`)}>
        <span data-cost={kind}>
          <bdi>{`${exactAmount(amount, locale)} ${isDeposit ? symbol : asset.symbol}`}</bdi>
        </span>
        <span className="review-small">
          {isDeposit
            ? t('review.depositHint', { token: asset.symbol })
            : t('review.transferFeeHint', {
                amount: `${exactAmount(cost.arrives, locale)}\u00a0${asset.symbol}`,
              })}
        </span>
      </ReviewFact>
    )
  })
}
