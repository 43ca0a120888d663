import { useCallback } from 'react'
import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import type { Portfolio, Token, Tokens } from '../../engine/nouns/tokens/tokens.ts'
import { List } from '../../ui/list/List.tsx'
import { VirtualList } from '../../ui/list/VirtualList.tsx'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useResource } from '../shell/useResource.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { formatFiat } from '../texts/formatFiat.ts'
import { tokensTexts } from './accountTexts.ts'
import { PanelFailed } from './PanelFailed.tsx'
import { TokenRow } from './TokenRow.tsx'
import { TokenSkeleton } from './TokenSkeleton.tsx'
import { TokensFailed } from './TokensFailed.tsx'
import css from './tokens.css'
import { useAccountTabs } from './useAccountTabs.ts'

/** The Tokens tab: what the account holds, the most valuable first (SPEC §1). */
export function TokensPanel() {
  useCss(css)
  const { part: tokens, retry } = useResource(useWidget().engine.tokens)
  if (tokens === 'failed') return <PanelFailed onRetry={retry} />
  return tokens === undefined ? <Coming /> : <Holdings tokens={tokens} />
}

function Holdings({ tokens }: { readonly tokens: Tokens }) {
  const t = useTexts(tokensTexts)
  const errorText = useErrorText()
  const network = useEngineState(({ state }) => state.network)
  const caip10 = useEngineState(({ state }) => state.accounts[state.activeNamespace]?.caipAddress) ?? ''
  // The head of an embedded wallet's account says it already.
  const { isEmbedded } = useAccountTabs()
  const known = useMachine(tokens.machine)
  const portfolio = known.portfolios[caip10]
  const currency = portfolio?.currency ?? ''
  const draw = useCallback(
    (token: Token, place: VirtualList.Place) => <TokenRow token={token} currency={currency} place={place} />,
    [currency],
  )
  const retryAt = known.retryAt[caip10]

  if (network.testnet) {
    return <Words title={t('tokens.testnet')} detail={t('tokens.testnetHint', { network: network.name })} />
  }
  if (known.unsupported.includes(caip10)) {
    const name = isUnsupportedNetwork(network) ? network.caipNetworkId : network.name
    return (
      <Words
        title={errorText('BALANCE_UNAVAILABLE')}
        detail={t('tokens.unsupportedHint', { network: name })}
      />
    )
  }
  const failed = known.failed.includes(caip10) && retryAt !== undefined && (
    <TokensFailed retryAt={retryAt} at={portfolio?.at} loading={known.loading.includes(caip10)} />
  )
  if (!portfolio) return failed || <Coming />
  if (portfolio.tokens.length === 0 && !failed) {
    return <Words title={t('tokens.empty', { network: network.name })} detail={t('tokens.emptyHint')} />
  }
  return (
    <>
      {failed}
      {isEmbedded ? null : <Total portfolio={portfolio} />}
      <VirtualList label={t('tokens.list')} items={portfolio.tokens} itemKey={keyOf} rowHeight={56} still>
        {draw}
      </VirtualList>
    </>
  )
}

function Total({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useTexts(tokensTexts)
  const locale = useEngineState(snapshot => snapshot.config.locale)
  return (
    <p className="tokens-total" data-waiting="">
      <span>{t('tokens.total')}</span>
      <span className="tokens-sum">{formatFiat(portfolio.total, portfolio.currency, locale)}</span>
    </p>
  )
}

function Words({ title, detail }: { readonly title: string; readonly detail: string }) {
  return (
    <div className="account-panel-words">
      <StatusWords quiet title={title} detail={detail} />
    </div>
  )
}

function Coming() {
  const t = useTexts(tokensTexts)
  return (
    <div aria-busy="true">
      <p className="tokens-total" aria-hidden="true">
        <Skeleton width={80} height={14} />
        <Skeleton width={72} height={14} />
      </p>
      <List label={t('tokens.list')}>
        <TokenSkeleton />
        <TokenSkeleton />
        <TokenSkeleton />
        <TokenSkeleton />
      </List>
    </div>
  )
}

const keyOf = (token: Token) => token.key
