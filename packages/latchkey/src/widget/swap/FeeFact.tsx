import type { Amount } from '../../contract/amount.ts'
import { exactAmount } from '../send/exactAmount.ts'
import { ReviewFact as Fact } from '../send/ReviewFact.tsx'
import { shortFee } from '../send/shortFee.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { swapDetailTexts } from './swapTexts.ts'

export declare namespace FeeFact {
  interface Props {
    /** In the network's own currency; undefined while it is not known. */
    readonly fee: Amount | undefined
  }
}

/** The likely network fee; a dash for an unknown one. */
export function FeeFact({ fee }: FeeFact.Props) {
  const t = useTexts(swapDetailTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const symbol = useEngineState(({ state }) => state.network.nativeCurrency.symbol)
  return (
    <Fact label={t('swap.networkFee')}>
      {fee ? (
        <bdi>{`≈ ${exactAmount(shortFee(fee), locale)} ${symbol}`}</bdi>
      ) : (
        <span className="swap-muted">{t('swap.unknown')}</span>
      )}
    </Fact>
  )
}
