import { useState } from 'react'
import { toDecimalString } from '../../contract/amount.ts'
import { amountOfDraft } from '../../engine/flows/send/checkDraft.ts'
import type { SendDraft } from '../../engine/flows/send/draft.ts'
import { toFiatDecimal } from '../../engine/flows/send/fiatAmount.ts'
import type { DraftAmount } from '../../engine/nouns/amounts/readAmount.ts'
import { writeTypedAmount } from '../../engine/nouns/amounts/readTypedAmount.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { chevronDown, exchange } from '../../ui/icon/shapes.ts'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { Spinner } from '../../ui/spinner/Spinner.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useTokenImage } from '../account/useTokenImage.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { formatTokenAmount } from '../texts/formatTokenAmount.ts'
import { exactAmount } from './exactAmount.ts'
import { fiatOf } from './fiatOf.ts'
import { sendTexts } from './sendTexts.ts'
import { useSendFlow } from './useSendFlow.ts'

export declare namespace AmountField {
  interface Props {
    readonly draft: SendDraft
    readonly currency: string
    /** The balance is loading. */
    readonly loading: boolean
    /** The error of the amount, once it is shown. */
    readonly problem: string | undefined
  }
}

/** How much of what: the largest thing of the view, in tokens or fiat. */
export function AmountField({ draft, currency, loading, problem }: AmountField.Props) {
  const t = useTexts(sendTexts)
  const flow = useSendFlow()
  const locale = useEngineState(({ config }) => config.locale)
  const { token, unit, typed } = draft
  const unitName = unit === 'fiat' ? currency : (token?.symbol ?? '')
  return (
    <div className="field-box send-amount" data-invalid={problem === undefined ? undefined : ''}>
      <div className="send-amount-line">
        {/* Beside the token, dollars would be read as so much of it. */}
        {unit === 'fiat' && <span aria-hidden="true">{currency}</span>}
        <input
          className="field-input send-amount-input"
          data-first=""
          data-field="amount"
          aria-label={unitName === '' ? t('send.amount') : t('send.amountIn', { unit: unitName })}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby="send-amount-problem"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          placeholder={writeTypedAmount(unit === 'fiat' ? '0.00' : '0', locale)}
          data-long={typed.length > 6 ? (typed.length > 11 ? 'very' : '') : undefined}
          dir="ltr"
          // Where all of it has no room beside the token, that goes below.
          style={{ flexBasis: `${typed.length}ch` }}
          value={typed}
          onChange={event => flow.draft.typeAmount(event.currentTarget.value)}
        />
        <TokenButton token={token} loading={loading} />
      </div>
      <div className="send-amount-line">
        <Other draft={draft} currency={currency} />
        <Balance draft={draft} />
      </div>
      <p className="send-problem" id="send-amount-problem" aria-live="polite">
        {problem}
      </p>
    </div>
  )
}

function TokenButton({ token, loading }: { readonly token: SendDraft['token']; readonly loading: boolean }) {
  const t = useTexts(sendTexts)
  const widget = useWidget()
  const src = useTokenImage(token?.iconUrl)
  return (
    <button
      type="button"
      className="send-token"
      data-field="token"
      onClick={() => widget.push('WalletSendSelectToken')}
    >
      {token ? (
        <>
          <span className="visually-hidden">{t('send.token')}: </span>
          <Logo src={src} name={token.symbol} size={24} round />
          <span>{token.symbol}</span>
        </>
      ) : loading ? (
        <>
          <Skeleton width={24} height={24} round />
          <Skeleton width={33} height={16} />
          <span className="visually-hidden">{t('send.chooseToken')}</span>
        </>
      ) : (
        <span>{t('send.chooseToken')}</span>
      )}
      <Icon shape={chevronDown} size={16} />
    </button>
  )
}

const nothing = { value: 0n, decimals: 0 }

/** The same amount in the other unit; pressed, that is the unit to type in. */
function Other({ draft, currency }: Pick<AmountField.Props, 'draft' | 'currency'>) {
  const t = useTexts(sendTexts)
  const flow = useSendFlow()
  const locale = useEngineState(({ config }) => config.locale)
  const { token, unit } = draft
  if (token?.price === undefined) return <span />
  const read = amountOfDraft(draft, locale)
  const amount = read.at === 'amount' ? read.amount : read.at === 'empty' ? nothing : undefined
  // An invalid amount has no known value (F27).
  const shown =
    amount &&
    (unit === 'fiat'
      ? `${exactAmount(amount, locale)} ${token.symbol}`
      : fiatOf(amount, token.price, currency, locale))
  const label = unit === 'fiat' ? t('send.inToken', { token: token.symbol }) : t('send.inFiat', { currency })
  return (
    <button
      type="button"
      className="send-other"
      title={label}
      onClick={() => flow.draft.chooseUnit(unit === 'fiat' ? 'token' : 'fiat', inOther(read, draft, locale))}
    >
      <Icon shape={exchange} size={14} />
      <span>{shown ?? '—'}</span>
      <span className="visually-hidden">. {label}</span>
    </button>
  )
}

function inOther(read: DraftAmount, { token, unit }: SendDraft, locale: string | undefined): string {
  if (read.at !== 'amount') return ''
  const text = unit === 'fiat' ? toDecimalString(read.amount) : toFiatDecimal(read.amount, token?.price)
  return text === undefined ? '' : writeTypedAmount(text, locale)
}

/** What there is of it, and the way to send all. */
function Balance({ draft: { token } }: Pick<AmountField.Props, 'draft'>) {
  const t = useTexts(sendTexts)
  const flow = useSendFlow()
  const { notify } = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const [isBusy, setBusy] = useState(false)
  if (!token) return null
  const takeMax = async () => {
    if (isBusy) return
    setBusy(true)
    const isKnown = await flow.takeMax()
    setBusy(false)
    if (!isKnown) notify({ message: t('send.maxUnknown'), variant: 'error' })
  }
  return (
    <span className="send-balance">
      <span>{t('send.balance', { amount: formatTokenAmount(token.amount, locale) })}</span>
      <button
        type="button"
        className="send-max"
        title={t('send.maxLabel')}
        aria-busy={isBusy || undefined}
        onClick={takeMax}
      >
        {isBusy ? <Spinner /> : t('send.max')}
      </button>
    </span>
  )
}
