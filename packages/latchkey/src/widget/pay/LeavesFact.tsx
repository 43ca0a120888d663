import type { PayState } from '../../engine/flows/pay/payFlow.ts'
import { exactAmount } from '../send/exactAmount.ts'
import { ReviewFact as Fact } from '../send/ReviewFact.tsx'
import { shortFee } from '../send/shortFee.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { ExactFact } from '../swap/ExactFact.tsx'
import { acceptedAmount } from './acceptedWords.ts'
import { payReviewTexts } from './payReviewTexts.ts'
import type { PayValues } from './usePayValues.ts'

export declare namespace LeavesFact {
  interface Props {
    readonly state: Extract<PayState, { at: 'reviewing' | 'preparing' }>
    readonly values: PayValues
  }
}

/** The most that leaves the account, to the last unit: one sum in the network's own currency, else the token with the fee beside it. */
export function LeavesFact({ state: { way, quote, fee, at }, values: { token, native } }: LeavesFact.Props) {
  const t = useTexts(payReviewTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const label = t('pay.most')
  const most = way.kind === 'swap' ? quote?.most : acceptedAmount(way.accepted)
  if (!most) return <ExactFact label={label} amount={undefined} />
  const isNative = (way.kind === 'token' || way.kind === 'swap') && way.asset.address === undefined
  const isSum = isNative && fee !== undefined
  const sum = isSum ? { value: most.value + fee.most.value, decimals: most.decimals } : most
  const feeWords = fee
    ? t('pay.plusFee', { amount: `${exactAmount(shortFee(fee.most), locale)} ${native}` })
    : at === 'preparing'
      ? undefined
      : t('pay.plusUnknown')
  const words = `${exactAmount(sum, locale)} ${token}`
  return (
    <Fact label={label} isLong={words.length > 16}>
      <span className="review-total">
        <bdi>{words}</bdi>
      </span>
      {isSum ? null : <span className="review-small">{feeWords ?? '\u00a0'}</span>}
    </Fact>
  )
}
