import { useEffect, useState } from 'react'
import { networkIdOf } from '../../contract/caip.ts'
import type { Network } from '../../contract/network.ts'
import type { SwapProgress, Swaps } from '../../engine/flows/swap/swapFlow.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { exactAmount } from '../send/exactAmount.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { OpenAllowances } from './OpenAllowances.tsx'
import { SwapSteps } from './SwapSteps.tsx'
import { shortAmount } from './shortAmount.ts'
import { swapReviewTexts } from './swapReviewTexts.ts'
import { useFailureWords } from './useFailureWords.ts'

type Asked = Extract<SwapProgress, { at: 'asking' | 'waiting' | 'refused' }>

export declare namespace SwapAskPanel {
  interface Props {
    readonly swaps: Swaps
    readonly state: Asked
  }
}

/** The steps: the wallet is asked, the network is waited for, or one of them said no. */
export function SwapAskPanel({ swaps: { review, allowances }, state }: SwapAskPanel.Props) {
  const t = useTexts(swapReviewTexts)
  const { back, push, snapshot } = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const network = useEngineState(({ config }) => findNetwork(config.networks, networkIdOf(state.from)))
  // Of several connected ones, the one that is asked, whichever is taken afterwards.
  const [wallet] = useState(() => {
    const { connections, accounts, activeNamespace } = snapshot().state
    return connections.find(({ id }) => id === accounts[activeNamespace]?.connectionId)?.wallet
  })
  const name = wallet?.name ?? ''
  const { quote, sell, buy } = state
  const waiting = state.at === 'asking' ? state.waiting : undefined
  const isRefused = state.at === 'refused'
  useEffect(() => {
    // What was allowed before the refusal is still there.
    if (isRefused) void allowances.refresh().catch(() => undefined)
  }, [isRefused, allowances])
  const lacks = isRefused && (state.failure === 'fee' || state.failure === 'funds')
  const missing =
    isRefused && state.failure === 'funds' ? sell.symbol : (network?.nativeCurrency.symbol ?? '')
  return (
    <>
      <Body>
        <div className="ask" data-state={state.at} data-waiting={waiting}>
          <Ring state={isRefused ? 'failed' : 'running'}>
            <Logo src={wallet?.icon} name={name} size={64} />
          </Ring>
          <Words state={state} wallet={name} network={network} />
          {/* The arrow points to the right everywhere. */}
          <p className="ask-what swap-ask-what" dir="ltr">
            <bdi>{`${exactAmount(shortAmount(quote.out, true), locale)} ${sell.symbol}`}</bdi>
            <span aria-hidden="true"> → </span>
            <bdi>{`${exactAmount(shortAmount(quote.in, false), locale)} ${buy.symbol}`}</bdi>
          </p>
          <SwapSteps steps={state.steps} sell={sell.symbol} />
          {isRefused ? <OpenAllowances allowances={allowances} /> : null}
        </div>
      </Body>
      {isRefused ? (
        <Footer>
          <div className="swap-actions">
            {lacks ? (
              <Button wide onClick={() => push('FundWallet')}>
                {t('swap.fund', { token: missing })}
              </Button>
            ) : null}
            <Button tone="primary" wide onClick={review.send}>
              {t('swap.retry')}
            </Button>
            <Button tone="ghost" wide onClick={back}>
              {t('swap.edit')}
            </Button>
          </div>
        </Footer>
      ) : waiting === 'silent' ? (
        <Footer>
          <Button
            wide
            onClick={() => {
              review.cancel()
              back()
            }}
          >
            {t('swap.stop')}
          </Button>
        </Footer>
      ) : null}
    </>
  )
}

function Words({
  state,
  wallet,
  network,
}: {
  readonly state: Asked
  readonly wallet: string
  readonly network: Network | undefined
}) {
  const t = useTexts(swapReviewTexts)
  const failureWords = useFailureWords()
  const locale = useEngineState(({ config }) => config.locale)
  const { sell, quote } = state
  if (state.at === 'refused') {
    const native = network?.nativeCurrency.symbol ?? ''
    const [title, hint] = failureWords(state.failure, { wallet, token: sell.symbol, native })
    return <StatusWords tone="error" title={title} detail={hint} />
  }
  if (state.at === 'waiting')
    return (
      <StatusWords
        title={t('swap.waiting', { network: network?.name ?? '' })}
        detail={t('swap.waitingHint')}
      />
    )
  const kind = state.steps.find(({ at }) => at === 'asking')?.kind
  const values = { wallet, amount: `${exactAmount(quote.most, locale)} ${sell.symbol}` }
  if (state.waiting === 'silent')
    return <StatusWords title={t('swap.silent', values)} detail={t('swap.silentHint', values)} />
  const [title, hint] =
    kind === 'approve'
      ? (['swap.askApproval', 'swap.askApprovalHint'] as const)
      : (['swap.ask', 'swap.askHint'] as const)
  return (
    <StatusWords title={t(title, values)} detail={t(state.waiting === 'slow' ? 'swap.slow' : hint, values)} />
  )
}
