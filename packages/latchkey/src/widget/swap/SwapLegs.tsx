import type { Amount } from '../../contract/amount.ts'
import type { SwapToken } from '../../engine/nouns/swaps/swapQuote.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { down } from '../../ui/icon/swapShapes.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useTokenImage } from '../account/useTokenImage.ts'
import { exactAmount } from '../send/exactAmount.ts'
import { fiatOf } from '../send/fiatOf.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { shortAmount } from './shortAmount.ts'
import { swapReviewTexts } from './swapReviewTexts.ts'

interface Leg {
  readonly token: SwapToken
  readonly amount: Amount
}

export declare namespace SwapLegs {
  interface Props {
    readonly sell: Leg
    readonly buy: Leg
    readonly currency: string
  }
}

/** What leaves and what arrives by the quote, one above the other, with what they are worth. */
export function SwapLegs({ sell, buy, currency }: SwapLegs.Props) {
  const t = useTexts(swapReviewTexts)
  return (
    <div className="swap-legs">
      <Side label={t('swap.pay')} leg={sell} up currency={currency} />
      <span className="swap-arrow">
        <Icon shape={down} size={16} />
      </span>
      <Side label={t('swap.receive')} leg={buy} up={false} currency={currency} />
    </div>
  )
}

function Side({
  label,
  leg: { token, amount },
  up,
  currency,
}: {
  readonly label: string
  readonly leg: Leg
  readonly up: boolean
  readonly currency: string
}) {
  const locale = useEngineState(({ config }) => config.locale)
  const src = useTokenImage(token.iconUrl)
  const shown = exactAmount(shortAmount(amount, up), locale)
  const fiat = fiatOf(amount, token.price, currency, locale)
  return (
    <div className="swap-leg">
      <Logo src={src} name={token.symbol} round />
      <p className="swap-leg-words">
        <span className="swap-label">{label}</span>
        <span className="swap-leg-amount" data-long={shown.length > 10 ? '' : undefined}>
          <bdi>{`${shown} ${token.symbol}`}</bdi>
        </span>
      </p>
      {fiat ? <span className="swap-muted swap-leg-fiat">{fiat}</span> : null}
    </div>
  )
}
