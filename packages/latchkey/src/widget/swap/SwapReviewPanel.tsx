import { useId, useState } from 'react'
import { networkIdOf } from '../../contract/caip.ts'
import type { SwapProgress, Swaps } from '../../engine/flows/swap/swapFlow.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import { exactAmount } from '../send/exactAmount.ts'
import { FeeWords } from '../send/FeeWords.tsx'
import { ReviewFact as Fact } from '../send/ReviewFact.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { DetailsToggle } from './DetailsToggle.tsx'
import { ExactFact } from './ExactFact.tsx'
import { formatDecimal } from './formatDecimal.ts'
import { formatPercent } from './formatPercent.ts'
import { ImpactWords } from './ImpactWords.tsx'
import { providerName } from './providerName.ts'
import { rateOf } from './rateOf.ts'
import { SwapLegs } from './SwapLegs.tsx'
import { SwapReviewNotes } from './SwapReviewNotes.tsx'
import { swapReviewTexts } from './swapReviewTexts.ts'
import { swapDetailTexts } from './swapTexts.ts'

type Reviewing = Extract<SwapProgress, { at: 'preparing' | 'reviewing' }>

export declare namespace SwapReviewPanel {
  interface Props {
    readonly swaps: Swaps
    readonly state: Reviewing
  }
}

/** The swap under review: what leaves at most and what arrives at least, exact to the last unit. */
export function SwapReviewPanel({ swaps, state }: SwapReviewPanel.Props) {
  const t = useTexts(swapReviewTexts)
  const details = useTexts(swapDetailTexts)
  const widget = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const { currency, tokens } = useMachine(swaps.flow.tokens)
  const network = useEngineState(({ config }) => findNetwork(config.networks, networkIdOf(state.from)))
  const { sell, buy, quote, simulation, slippageBps } = state
  const native = network?.nativeCurrency.symbol ?? ''
  const held = tokens.find(({ address }) => address === undefined)
  const isPreparing = state.at === 'preparing'
  const isShort =
    state.fee !== undefined &&
    held?.amount !== undefined &&
    state.fee.most.value + (sell.address === undefined ? quote.most.value : 0n) > held.amount.value
  const fails = typeof simulation === 'object' && simulation.at === 'fails'
  const rate = rateOf(quote.out, quote.in)
  const fee = state.fee ? { fee: state.fee } : isPreparing ? 'asking' : 'failed'
  const isReset = state.steps.some(({ kind }) => kind === 'reset')
  const needsApproval = state.steps.some(({ kind }) => kind === 'approve' || kind === 'batch')
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const isConfirming = state.at === 'reviewing' && state.confirm
  return (
    <>
      <Body>
        <div className="review swap-review">
          <SwapLegs
            sell={{ token: sell, amount: quote.out }}
            buy={{ token: buy, amount: quote.in }}
            currency={currency}
          />
          <SwapReviewNotes state={state} isShort={isShort} native={native} />
          <dl className="review-facts">
            {quote.wraps ? null : (
              <>
                <ExactFact
                  label={t('swap.atMost')}
                  amount={`${exactAmount(quote.most, locale)} ${sell.symbol}`}
                />
                <ExactFact
                  label={t('swap.atLeast')}
                  amount={`${exactAmount(quote.least, locale)} ${buy.symbol}`}
                />
                <Fact label={details('swap.priceImpact')}>
                  <ImpactWords impact={quote.priceImpact} />
                </Fact>
              </>
            )}
            <Fact label={details('swap.networkFee')}>
              <FeeWords quote={fee} symbol={native} price={held?.price} currency={currency} />
            </Fact>
          </dl>
          <div className="swap-more">
            <p className="swap-checked">
              {simulation !== 'asking' && simulation.at === 'works' ? t('swap.checked') : ''}
            </p>
            <DetailsToggle isOpen={isOpen} controls={id} onToggle={() => setOpen(!isOpen)} />
            <dl className="review-facts swap-facts" id={id} hidden={!isOpen}>
              <Fact label={t('swap.network')}>
                <span className="review-network">
                  {network ? <NetworkLogo network={network} size={20} /> : null}
                  {network?.name}
                </span>
              </Fact>
              {quote.wraps ? null : (
                <>
                  <Fact label={t('swap.rateLabel')}>
                    <bdi>
                      {rate === undefined
                        ? '—'
                        : `1 ${sell.symbol} = ${formatDecimal(rate, locale)} ${buy.symbol}`}
                    </bdi>
                  </Fact>
                  <Fact label={details('swap.slippage')}>{formatPercent(slippageBps / 10_000, locale)}</Fact>
                  <Fact label={details('swap.provider')}>{providerName(quote.provider)}</Fact>
                  {needsApproval ? (
                    <Fact label={t('swap.allowance')}>
                      <bdi>
                        {t('swap.exactly', { amount: `${exactAmount(quote.most, locale)} ${sell.symbol}` })}
                      </bdi>
                      {isReset ? (
                        <span className="review-small">{t('swap.zeroFirst', { token: sell.symbol })}</span>
                      ) : null}
                    </Fact>
                  ) : null}
                </>
              )}
            </dl>
          </div>
        </div>
      </Body>
      <Footer>
        {isShort ? (
          <div className="swap-fund">
            <Button tone="ghost" onClick={() => widget.push('FundWallet')}>
              {t('swap.fund', { token: native })}
            </Button>
          </div>
        ) : null}
        <Button
          tone={isConfirming || fails ? 'danger' : 'primary'}
          wide
          loading={isPreparing}
          aria-disabled={isShort || undefined}
          onClick={event => {
            // The second click of a double click is no decision.
            if (event.detail < 2) swaps.review.send()
          }}
        >
          {isShort ? t('swap.lacksFee', { native }) : t(actionOf(state, fails || isConfirming))}
        </Button>
      </Footer>
    </>
  )
}

function actionOf({ steps, at }: Reviewing, isAnyway: boolean): keyof typeof swapReviewTexts {
  if (isAnyway) return 'swap.do.anyway'
  const has = (...kinds: readonly string[]) => steps.some(({ kind }) => kinds.includes(kind))
  if (has('wrap')) return 'swap.do.wrap'
  if (has('unwrap')) return 'swap.do.unwrap'
  if (at === 'preparing' && steps.length === 0) return 'swap.preparing'
  return has('approve', 'reset', 'batch') ? 'swap.do.approve' : 'swap.do.swap'
}
