import type { Network } from '../../contract/network.ts'
import type { Token } from '../../engine/nouns/tokens/tokens.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { external } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useFacts } from '../shell/useFacts.ts'
import { useLater } from '../shell/useLater.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { formatFiat } from '../texts/formatFiat.ts'
import { formatTokenAmount } from '../texts/formatTokenAmount.ts'
import { ActionTiles } from './ActionTiles.tsx'
import { type AccountAction, accountActionsOf, actionViews } from './accountActions.ts'
import { tokenTexts } from './accountTexts.ts'
import { DetailFact, DetailFacts, DetailId } from './DetailFact.tsx'
import { explorerAddressUrl } from './explorerAddressUrl.ts'
import { useAccountTabs } from './useAccountTabs.ts'
import { useTokenImage } from './useTokenImage.ts'

const loadActivity = () => import('../activity/TokenActivity.tsx').then(module => module.TokenActivity)

export declare namespace TokenDetails {
  interface Props {
    readonly token: Token
    /** ISO 4217: what its price is in. */
    readonly currency: string
    readonly network: Network
  }
}

/** All that is known of one token, what can be done with it, and what was. Unknown parts are said to be unknown (F27). */
export function TokenDetails({ token, currency, network }: TokenDetails.Props) {
  const widget = useWidget()
  const t = useTexts(tokenTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const { explorer: words, addressShape } = useFacts()
  const src = useTokenImage(token.iconUrl)
  const { tabs } = useAccountTabs()
  const { part: TokenActivity } = useLater(tabs.includes('activity'), loadActivity)
  // Buying is of another token, as often as not.
  const shown = useEngineState(() =>
    accountActionsOf(widget)
      .filter(action => action !== 'onramp')
      .join(' '),
  )
  const { address, amount, name, price, symbol, value } = token
  const id = address ?? 'native'
  const open = (action: AccountAction) => {
    if (action === 'send') widget.push('WalletSend', { token: id })
    else if (action === 'swaps') widget.push('Swap', { fromToken: id })
    else widget.push(actionViews[action])
  }
  // Of some namespaces a token is no account, and has no page like one.
  const hasPage =
    address !== undefined && addressShape !== undefined && new RegExp(`^(?:${addressShape})$`).test(address)
  const explorer = network.blockExplorers?.default
  const explorerUrl = hasPage && explorer ? explorerAddressUrl(network, address, words) : undefined
  return (
    <>
      <div className="token-head">
        <Logo src={src} name={symbol} size={48} round />
        <h3 className="token-name" dir="auto">
          {name}
        </h3>
        <p className="token-amount">
          <bdi>{`${formatTokenAmount(amount, locale)} ${symbol}`}</bdi>
        </p>
        {value === undefined ? null : <p className="token-value">{formatFiat(value, currency, locale)}</p>}
      </div>
      {shown === '' ? null : (
        <ActionTiles
          label={t('token.actions')}
          actions={shown.split(' ') as AccountAction[]}
          onChoose={open}
        />
      )}
      <DetailFacts>
        <DetailFact name={t('token.price')}>
          {price === undefined ? t('token.unknown') : formatFiat(price, currency, locale)}
        </DetailFact>
        {value === undefined ? <DetailFact name={t('token.value')}>{t('token.unknown')}</DetailFact> : null}
        <DetailFact name={t('token.network')}>
          <NetworkLogo network={network} size={20} />
          {network.name}
        </DetailFact>
        {address === undefined ? (
          <DetailFact name={t('token.kind')}>{t('token.native')}</DetailFact>
        ) : (
          <DetailId name={t('token.contract')} id={address} of="Contract" />
        )}
      </DetailFacts>
      {explorerUrl ? (
        <List label={t('token.explorer', { explorer: explorer?.name ?? '' })}>
          <Row
            id="explorer"
            name={t('token.explorer', { explorer: explorer?.name ?? '' })}
            icon={<Icon shape={external} />}
            href={explorerUrl}
          />
        </List>
      ) : null}
      {TokenActivity && TokenActivity !== 'failed' ? <TokenActivity address={address} /> : null}
    </>
  )
}
