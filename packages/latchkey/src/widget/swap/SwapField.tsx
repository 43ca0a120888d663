import { useState } from 'react'
import { toDecimalString } from '../../contract/amount.ts'
import type { SwapFlow, SwapForm, SwapSide, SwapTodo } from '../../engine/flows/swap/swapFlow.ts'
import { writeTypedAmount } from '../../engine/nouns/amounts/readTypedAmount.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import type { SwapToken } from '../../engine/nouns/swaps/swapQuote.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { chevronDown } from '../../ui/icon/shapes.ts'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useTokenImage } from '../account/useTokenImage.ts'
import { fiatOf } from '../send/fiatOf.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { formatTokenAmount } from '../texts/formatTokenAmount.ts'
import { quotedAmount } from './quotedAmount.ts'
import { swapTexts } from './swapTexts.ts'
import { typedAmount } from './typedAmount.ts'

export declare namespace SwapField {
  interface Props {
    readonly flow: SwapFlow
    readonly form: SwapForm
    readonly side: SwapSide
    readonly currency: string
    /** What is in the way of the review. */
    readonly todo: SwapTodo | undefined
  }
}

/** One side of the swap: its amount, its token, and what it is worth. The side that is not typed follows the quote. */
export function SwapField({ flow, form, side, currency, todo }: SwapField.Props) {
  const t = useTexts(swapTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const token = form[side]
  const isTyped = form.side === side
  const there = useEngineState(({ config }) =>
    token?.caipNetworkId === undefined ? undefined : findNetwork(config.networks, token.caipNetworkId)?.name,
  )
  const quoted = quotedAmount(form, side)
  const amount = isTyped ? typedAmount(form.typed, token?.decimals, locale) : quoted
  const text = isTyped ? form.typed : quoted ? writeTypedAmount(toDecimalString(quoted), locale) : ''
  // No number of an earlier amount stands there meanwhile.
  const isAsking = !isTyped && form.quotes.at === 'asking'
  const isWrong = (isTyped && todo === 'wrong-amount') || (side === 'sell' && todo === 'funds')
  const fiat = amount && fiatOf(amount, token?.price, currency, locale)
  const id = `swap-${side}`
  return (
    <div className="field-box swap-field" data-invalid={isWrong ? '' : undefined}>
      <label className="swap-label" htmlFor={id}>
        {t(side === 'sell' ? 'swap.pay' : 'swap.receive')}
      </label>
      <div className="swap-line">
        <span className="swap-amount" aria-busy={isAsking || undefined}>
          <input
            id={id}
            className="field-input swap-input"
            data-first={side === 'sell' ? '' : undefined}
            data-field={side}
            aria-invalid={isWrong || undefined}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            maxLength={120}
            placeholder={isAsking ? '' : '0'}
            data-long={text.length > 7 ? (text.length > 12 ? 'very' : '') : undefined}
            dir="ltr"
            value={text}
            readOnly={side === 'buy' && token?.caipNetworkId !== undefined}
            onChange={event => flow.type(side, event.currentTarget.value)}
          />
          {isAsking ? (
            <span className="swap-waiting">
              <Skeleton width={112} height={26} />
            </span>
          ) : null}
        </span>
        <TokenButton token={token} side={side} />
      </div>
      <div className="swap-line swap-below">
        <span className="swap-fiat">{fiat ? <bdi>{fiat}</bdi> : null}</span>
        {there ? (
          <span className="swap-balance">{t('swap.on', { network: there })}</span>
        ) : token?.amount ? (
          <span className="swap-balance">
            {t('swap.balance', { amount: formatTokenAmount(token.amount, locale) })}
          </span>
        ) : null}
      </div>
      {side === 'sell' ? <Shares flow={flow} token={token} /> : null}
    </div>
  )
}

function TokenButton({ token, side }: { readonly token: SwapToken | undefined; readonly side: SwapSide }) {
  const t = useTexts(swapTexts)
  const widget = useWidget()
  const src = useTokenImage(token?.iconUrl)
  const isSell = side === 'sell'
  return (
    <button
      type="button"
      className="swap-token"
      data-empty={token ? undefined : ''}
      onClick={() => widget.push('SwapSelectToken', { side })}
    >
      <span className="visually-hidden">
        {token
          ? t(isSell ? 'swap.sellToken' : 'swap.buyToken', { token: token.symbol })
          : t(isSell ? 'swap.sellChoose' : 'swap.buyChoose')}
      </span>
      {token ? <Logo src={src} name={token.symbol} size={24} round /> : null}
      <span aria-hidden="true">{token ? token.symbol : t('swap.choose')}</span>
      <Icon shape={chevronDown} size={16} />
    </button>
  )
}

const shares = [25, 50, 75, 100] as const

/** A part of what is held, or all of it less the fee. */
function Shares({ flow, token }: { readonly flow: SwapFlow; readonly token: SwapToken | undefined }) {
  const t = useTexts(swapTexts)
  const { notify } = useWidget()
  const [busy, setBusy] = useState<number>()
  // Their place stays when a token comes: nothing jumps.
  const isHeld = token?.amount !== undefined && token.amount.value > 0n
  const take = async (share: (typeof shares)[number]) => {
    if (busy !== undefined) return
    setBusy(share)
    const isKnown = await flow.takeShare(share).catch(() => false)
    setBusy(undefined)
    if (!isKnown) notify({ message: t('swap.maxUnknown'), variant: 'error' })
  }
  return (
    <fieldset className="swap-shares" aria-label={t('swap.shares')}>
      {shares.map(share => (
        <button
          key={share}
          type="button"
          className="swap-share"
          aria-disabled={!isHeld || undefined}
          aria-busy={busy === share || undefined}
          onClick={isHeld ? () => take(share) : undefined}
        >
          {share === 100 ? t('swap.max') : t('swap.share', { percent: share })}
        </button>
      ))}
    </fieldset>
  )
}
