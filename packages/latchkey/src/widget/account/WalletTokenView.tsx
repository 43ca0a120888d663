import { useEffect } from 'react'
import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import { isSameId } from '../../contract/namespaceFacts.ts'
import type { Tokens } from '../../engine/nouns/tokens/tokens.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import type { ViewProps } from '../shell/defineView.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useFacts } from '../shell/useFacts.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useResource } from '../shell/useResource.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import accountCss from './account.css'
import { panelTexts, tokenTexts } from './accountTexts.ts'
import { PanelFailed } from './PanelFailed.tsx'
import { TokenDetails } from './TokenDetails.tsx'
import css from './token.css'

/** WalletToken: one token of the account, seen closer. */
export function WalletTokenView({ data }: ViewProps<'WalletToken'>) {
  useCss(accountCss)
  useCss(css)
  const { part: tokens, retry } = useResource(useWidget().engine.tokens)
  return (
    <Body>
      {tokens === 'failed' ? (
        <PanelFailed onRetry={retry} />
      ) : tokens === undefined ? (
        <Looking />
      ) : (
        <Held tokens={tokens} wanted={data?.token} />
      )}
    </Body>
  )
}

function Held({ tokens, wanted }: { readonly tokens: Tokens; readonly wanted: string | undefined }) {
  const t = useTexts(tokenTexts)
  const hint = useTexts(panelTexts)('account.panelHint')
  const errorText = useErrorText()
  const network = useEngineState(({ state }) => state.network)
  const caip10 = useEngineState(({ state }) => state.accounts[state.activeNamespace]?.caipAddress) ?? ''
  const { tokens: spelling } = useFacts()
  const known = useMachine(tokens.machine)
  const portfolio = known.portfolios[caip10]
  const token = portfolio?.tokens.find(
    ({ key, address }) =>
      wanted !== undefined &&
      (key === wanted || (address !== undefined && isSameId(address, wanted, spelling))),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each account has its own
  useEffect(() => {
    void tokens.refresh()
  }, [tokens, caip10])

  if (token && portfolio)
    return (
      <div className="token" data-state="shown">
        <TokenDetails token={token} currency={portfolio.currency} network={network} />
      </div>
    )
  const isUnknown = known.failed.includes(caip10) || known.unsupported.includes(caip10)
  if (!portfolio && !isUnknown) return <Looking />
  const name = isUnsupportedNetwork(network) ? network.caipNetworkId : network.name
  return (
    <div className="account-panel-words" data-state={portfolio ? 'gone' : 'failed'}>
      {portfolio ? (
        <StatusWords title={t('token.gone')} detail={t('token.goneHint', { network: name })} />
      ) : (
        <StatusWords tone="error" title={errorText('BALANCE_UNAVAILABLE')} detail={hint} />
      )}
    </div>
  )
}

function Looking() {
  const t = useTexts(tokenTexts)
  return (
    <div className="token" aria-busy="true">
      <p className="visually-hidden">{t('token.looking')}</p>
      <div className="token-head" aria-hidden="true">
        <Skeleton width={48} height={48} round />
        <Skeleton width={96} height={20} />
        <Skeleton width={160} height={26} />
      </div>
      <Skeleton width="100%" height={220} />
    </div>
  )
}
