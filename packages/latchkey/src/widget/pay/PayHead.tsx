import type { AcceptedPayment } from '../../contract/payments.ts'
import type { ShownPayment } from '../../engine/flows/pay/payFlow.ts'
import { cleanName } from '../../engine/nouns/identity/cleanName.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { globe } from '../../ui/icon/shapes.ts'
import { fiatOf } from '../send/fiatOf.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { siteOf } from '../signin/siteOf.ts'
import { formatFiat } from '../texts/formatFiat.ts'
import { acceptedAmount, acceptedNetwork, acceptedWords } from './acceptedWords.ts'
import { payTexts } from './payTexts.ts'
import { RateLock } from './RateLock.tsx'

export declare namespace PayHead {
  interface Props {
    readonly shown: ShownPayment
    /** The way that was chosen; absent, all of them are named. */
    readonly accepted?: AcceptedPayment
    /** Fiat for one whole unit of its asset, or of the only one that is accepted. */
    readonly price?: number | undefined
  }
}

/** What is paid, in fiat money and in tokens, what for, and which site asks for it. */
export function PayHead({ shown, accepted, price }: PayHead.Props) {
  const t = useTexts(payTexts)
  const { locale, metadata, networks } = useEngineState(({ config }) => config)
  const { payment, accepts, lockedUntil } = shown
  const { host } = location
  const { name } = siteOf(metadata)
  const description = cleanName(shown.description ?? payment?.description ?? '', 200)
  const [first, second, ...others] = [
    ...new Set((accepted ? [accepted] : accepts).map(each => acceptedWords(each, locale))),
  ]
  const tokens =
    first === undefined || second === undefined
      ? (first ?? '—')
      : others.length === 0
        ? t('pay.or', { first, second })
        : t('pay.more', { first, count: others.length + 1 })
  const fiat = payment?.fiat
  const total = fiat ? formatFiat(Number(fiat.value), fiat.currency, locale) : undefined
  // The amount that a wallet will be asked for leads where there is one; a price in fiat money where there is not.
  const isFiatFirst = total !== undefined && accepted === undefined
  const lead = isFiatFirst ? total : second === undefined ? tokens : (first ?? '—')
  const worth = total ?? worthOf()
  const count = others.length + 1
  const below = isFiatFirst
    ? tokens
    : second !== undefined
      ? t(count === 1 ? 'pay.orElse' : 'pay.moreElse', { second, count })
      : accepted
        ? worth
        : onNetwork()
  return (
    <div className="pay-head">
      {description === undefined ? null : (
        <p className="pay-for">
          <bdi>{description}</bdi>
        </p>
      )}
      <h3 className="review-amount" data-long={longOf(lead)}>
        <bdi>{lead}</bdi>
      </h3>
      {below === undefined ? null : (
        <p className="review-fiat">
          <bdi>{below}</bdi>
        </p>
      )}
      <p className="pay-site">
        <Icon shape={globe} size={16} />
        <span>
          {name === host ? null : (
            <>
              <bdi className="pay-site-name">{cleanName(name) ?? ''}</bdi>{' '}
            </>
          )}
          <bdi>{host}</bdi>
        </span>
      </p>
      {lockedUntil === undefined ? null : <RateLock until={lockedUntil} />}
    </div>
  )

  /** What it is worth once that is known, and where it is paid: the line is there from the start. */
  function onNetwork(): string {
    const [only] = accepts
    const id = only && acceptedNetwork(only)
    const network = (id && findNetwork(networks, id)?.name) ?? id ?? '—'
    return worth === undefined ? t('pay.on', { network }) : t('pay.worthOn', { worth, network })
  }

  /** By the visitor's own prices, and said so: the merchant named none. */
  function worthOf(): string | undefined {
    const only = accepted ?? (accepts.length === 1 ? accepts[0] : undefined)
    const amount = only && acceptedAmount(only)
    const fiatWords = amount && shown.currency ? fiatOf(amount, price, shown.currency, locale) : undefined
    return fiatWords && t('pay.about', { amount: fiatWords })
  }
}

function longOf(amount: string): '' | 'very' | undefined {
  return amount.length > 14 ? (amount.length > 22 ? 'very' : '') : undefined
}
