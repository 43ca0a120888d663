import { useCallback } from 'react'
import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import type { Token, Tokens } from '../../engine/nouns/tokens/tokens.ts'
import { List } from '../../ui/list/List.tsx'
import { VirtualList } from '../../ui/list/VirtualList.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useMachine } from '../shell/useMachine.ts'
import { usePictures } from '../shell/usePictures.ts'
import { useResource } from '../shell/useResource.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { tokensTexts } from './accountTexts.ts'
import { EmptyPanel } from './EmptyPanel.tsx'
import { PanelFailed } from './PanelFailed.tsx'
import { TokenRow } from './TokenRow.tsx'
import { TokenSkeleton } from './TokenSkeleton.tsx'
import { TokensFailed } from './TokensFailed.tsx'
import css from './tokens.css'
import { tokenImageId } from './useTokenImage.ts'

/** Rows of a card, and what a first scroll shows. */
const inSight = 10

/** The Tokens tab: what the account holds, the most valuable first (SPEC §1). */
export function TokensPanel() {
  useCss(css)
  const { part: tokens, retry } = useResource(useWidget().engine.tokens)
  if (tokens === 'failed') return <PanelFailed onRetry={retry} />
  return tokens === undefined ? <Coming /> : <Holdings tokens={tokens} />
}

function Holdings({ tokens }: { readonly tokens: Tokens }) {
  const { push } = useWidget()
  const t = useTexts(tokensTexts)
  const errorText = useErrorText()
  const network = useEngineState(({ state }) => state.network)
  const caip10 = useEngineState(({ state }) => state.accounts[state.activeNamespace]?.caipAddress) ?? ''
  const known = useMachine(tokens.machine)
  const portfolio = known.portfolios[caip10]
  const currency = portfolio?.currency ?? ''
  const draw = useCallback(
    (token: Token, place: VirtualList.Place) => (
      <TokenRow
        token={token}
        currency={currency}
        place={place}
        onChoose={({ key }) => push('WalletToken', { token: key })}
      />
    ),
    [currency, push],
  )
  const retryAt = known.retryAt[caip10]
  const first = portfolio?.tokens.slice(0, inSight) ?? []
  const arePicturesHere = usePictures(
    'tokens',
    first.map(({ iconUrl }) => tokenImageId(iconUrl)),
    caip10,
  )

  if (network.testnet) {
    return (
      <EmptyPanel
        quiet
        title={t('tokens.testnet')}
        detail={t('tokens.testnetHint', { network: network.name })}
      />
    )
  }
  if (known.unsupported.includes(caip10)) {
    const name = isUnsupportedNetwork(network) ? network.caipNetworkId : network.name
    return (
      <EmptyPanel
        quiet
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
    return (
      <EmptyPanel
        quiet
        title={t('tokens.empty', { network: network.name })}
        detail={t('tokens.emptyHint')}
        hasWay
      />
    )
  }
  if (portfolio.tokens.length > 0 && !arePicturesHere) return <Coming />
  return (
    <>
      {failed}
      <VirtualList label={t('tokens.list')} items={portfolio.tokens} itemKey={keyOf} rowHeight={56}>
        {draw}
      </VirtualList>
    </>
  )
}

function Coming() {
  const t = useTexts(tokensTexts)
  return (
    <div aria-busy="true">
      <List label={t('tokens.list')}>
        {[0, 1, 2, 3, 4, 5].map(at => (
          <TokenSkeleton key={at} />
        ))}
      </List>
    </div>
  )
}

const keyOf = (token: Token) => token.key
