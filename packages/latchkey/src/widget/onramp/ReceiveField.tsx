import type { RampForm } from '../../engine/flows/onramp/rampFlow.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { chevronDown } from '../../ui/icon/shapes.ts'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useTokenImage } from '../account/useTokenImage.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { onrampTexts } from './onrampTexts.ts'
import { tokenWords } from './rampWords.ts'

/** What is bought for it: the token with its network, and how much by the chosen offer. */
export function ReceiveField({ form }: { readonly form: RampForm }) {
  const t = useTexts(onrampTexts)
  const widget = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const { token, quotes, options } = form
  const src = useTokenImage(token?.currency.iconUrl ?? undefined)
  const listed = useEngineState(
    ({ config }) => token && findNetwork(config.networks, token.caipNetworkId)?.name,
  )
  const network = listed ?? token?.network.display_name ?? ''
  const symbol = token?.currency.symbol ?? ''
  const chosen = quotes.at === 'known' ? quotes.chosen : undefined
  const isAsking = quotes.at === 'asking'
  const amount = chosen && tokenWords(chosen.purchaseAmount.amount, '', locale).trim()
  return (
    <div className="field-box onramp-field">
      <span className="onramp-label">{t('onramp.receive')}</span>
      <div className="onramp-line">
        <output className="onramp-amount" aria-busy={isAsking || undefined}>
          {isAsking ? (
            <Skeleton width={112} height={22} />
          ) : amount === undefined ? (
            <span className="onramp-muted">—</span>
          ) : (
            <bdi>{chosen?.firm ? amount : t('onramp.about', { amount })}</bdi>
          )}
        </output>
        <button
          type="button"
          className="onramp-choose"
          data-empty={token ? undefined : ''}
          onClick={() => widget.push('OnRampTokenSelect')}
        >
          <span className="visually-hidden">
            {token ? t('onramp.token', { token: symbol, network }) : t('onramp.tokenChoose')}
          </span>
          {token ? <Logo src={src} name={symbol} size={24} round /> : null}
          <span aria-hidden="true">
            {token ? (
              symbol
            ) : options.at === 'loading' ? (
              <Skeleton width={48} height={18} />
            ) : (
              t('onramp.tokenChoose')
            )}
          </span>
          <Icon shape={chevronDown} size={16} />
        </button>
      </div>
      <div className="onramp-line onramp-below">
        <span>{token ? t('onramp.on', { network }) : ''}</span>
      </div>
    </div>
  )
}
