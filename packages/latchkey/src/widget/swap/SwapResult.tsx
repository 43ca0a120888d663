import { useEffect } from 'react'
import { type Amount, toDecimalString } from '../../contract/amount.ts'
import { networkIdOf } from '../../contract/caip.ts'
import type { EntryLeg, SwapEntry } from '../../contract/journal.ts'
import type { SentAsset } from '../../contract/send.ts'
import type { SwapProgress, Swaps } from '../../engine/flows/swap/swapFlow.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import { ExplorerRow } from '../send/ExplorerRow.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ExactFact } from './ExactFact.tsx'
import { legWords } from './legWords.ts'
import { OpenAllowances } from './OpenAllowances.tsx'
import { providerName } from './providerName.ts'
import { outcomeThere, type SwapOutcome, swapOutcome } from './swapOutcome.ts'
import { swapResultTexts } from './swapReviewTexts.ts'
import { useSwapEntries } from './useSwapEntries.ts'

type Ended = Extract<SwapProgress, { at: 'sent' | 'unknown' | 'done' | 'failed' }>

export declare namespace SwapResult {
  interface Props {
    readonly swaps: Swaps
    readonly state: Ended
  }
}

/** What became of a swap: "Swapped" is only said from a receipt, and both amounts are its logs' (SPEC-NOTES §4). */
export function SwapResult({ swaps, state }: SwapResult.Props) {
  const t = useTexts(swapResultTexts)
  const widget = useWidget()
  const entry = useSwapEntries().find(each => each.id === state.id)
  const from = state.review?.from ?? entry?.from
  const network = useEngineState(({ config }) => from && findNetwork(config.networks, networkIdOf(from)))
  const toNetworkId = entry?.toNetworkId ?? state.review?.buy.caipNetworkId
  const there = useEngineState(({ config }) => toNetworkId && findNetwork(config.networks, toNetworkId))
  const arrival = entry?.arrival ?? state.arrival
  const plain = swapOutcome(state.at, entry)
  const outcome = toNetworkId === undefined ? plain : outcomeThere(plain, arrival)
  const provider = providerName(entry?.provider ?? state.review?.quote.provider ?? '')
  const sold = entry?.out.asset ?? state.review?.sell
  const bought = entry?.in.asset ?? state.review?.buy
  const isDone = outcome === 'done' || outcome === 'arrived'
  const isOver = isDone || ringOf(outcome) === 'failed'
  const { flow, allowances } = swaps
  // There is nothing left to review: the title says so.
  useEffect(() => widget.amend('SwapPreview', flow.follow(state.id)), [widget, flow, state.id])
  useEffect(() => {
    if (isOver) void allowances.refresh().catch(() => undefined)
  }, [isOver, allowances])
  const again = (sell: SentAsset | undefined, buy: SentAsset | undefined) => {
    if (sell && buy)
      try {
        flow.want({
          fromToken: sell.address ?? 'native',
          toToken: `${toNetworkId === undefined ? '' : `${toNetworkId}:`}${buy.address ?? 'native'}`,
        })
      } catch {
        // The form is as it was left.
      }
    widget.replace('Swap')
  }
  return (
    <>
      <Body>
        <div className="ask" data-state={outcome}>
          <Ring state={ringOf(outcome)}>
            <NetworkLogo network={network} size={64} />
          </Ring>
          <Words
            outcome={outcome}
            values={{ network: network?.name ?? '', there: there?.name ?? toNetworkId ?? '', provider }}
          />
          <Legs state={state} entry={entry} outcome={outcome} provider={provider} />
          {isOver ? <OpenAllowances allowances={allowances} /> : null}
          {outcome === 'expired' ? null : <ExplorerRow network={network} hash={hashOf(state, entry)} />}
          {arrival ? (
            <ExplorerRow network={outcome === 'refunded' ? undefined : there} hash={arrival.hash} />
          ) : null}
        </div>
      </Body>
      <Footer>
        <div className="swap-actions">
          <Button tone="primary" wide onClick={widget.finish}>
            {t('swap.doneButton')}
          </Button>
          {outcome === 'done' ? (
            <Button tone="ghost" wide onClick={() => again(bought, sold)}>
              {t('swap.back')}
            </Button>
          ) : isOver && outcome !== 'arrived' ? (
            <Button tone="ghost" wide onClick={() => again(sold, bought)}>
              {t('swap.again')}
            </Button>
          ) : null}
        </div>
      </Footer>
    </>
  )
}

function hashOf(state: Ended, entry: SwapEntry | undefined): string | undefined {
  const receipt = entry?.receipt
  return receipt?.status === 'replaced' ? receipt.by : (entry?.hash ?? state.hash)
}

function ringOf(outcome: SwapOutcome) {
  switch (outcome) {
    case 'done':
    case 'arrived':
      return 'success'
    case 'asked':
    case 'crossing':
    case 'unseen':
    case 'sent':
    case 'unknown':
      return 'running'
  }
  return 'failed'
}

function Words({
  outcome,
  values,
}: {
  readonly outcome: SwapOutcome
  readonly values: Readonly<Record<'network' | 'there' | 'provider', string>>
}) {
  const t = useTexts(swapResultTexts)
  const errorText = useErrorText()
  return (
    <StatusWords
      heading
      tone={ringOf(outcome) === 'failed' ? 'error' : 'plain'}
      title={outcome === 'unknown' ? errorText('SEND_UNKNOWN') : t(`swap.${outcome}`, values)}
      detail={t(`swap.${outcome}Hint`, values)}
    />
  )
}

/** Both amounts: what was paid and received by the logs; before that what was agreed, and called so. */
function Legs({
  state,
  entry,
  outcome,
  provider,
}: {
  readonly state: Ended
  readonly entry: SwapEntry | undefined
  readonly outcome: SwapOutcome
  readonly provider: string
}) {
  const t = useTexts(swapResultTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const { legs, review } = state
  const isArrived = outcome === 'arrived'
  const isDone = outcome === 'done' || isArrived
  // What became of it elsewhere is none of what was agreed.
  const isElse = outcome === 'partial' || outcome === 'refunded' || outcome === 'lost'
  const isPaid = isDone || isElse || outcome === 'crossing' || outcome === 'unseen'
  const paid = entry?.legs?.out ?? legOf(legs?.out, entry?.out.asset ?? review?.sell)
  const byLogs = entry?.legs?.in ?? legOf(legs?.in, entry?.in.asset ?? review?.buy)
  const told = isArrived && !byLogs ? (entry?.arrival ?? state.arrival)?.told : undefined
  const received = byLogs ?? told
  const most = entry?.out ?? legOf(review?.quote.most, review?.sell)
  const least = entry?.in ?? legOf(review?.quote.least, review?.buy)
  const write = (leg: EntryLeg | undefined) => leg && legWords(leg, locale)
  const hint = isPaid ? t('swap.legUnknown') : undefined
  return (
    <dl className="review-facts">
      <ExactFact
        label={t(isPaid ? 'swap.paid' : 'swap.expectPay')}
        amount={write(isPaid ? paid : most)}
        hint={hint}
      />
      {isElse ? null : (
        <ExactFact
          label={t(isDone ? 'swap.received' : 'swap.expectReceive')}
          amount={write(isDone ? received : least)}
          hint={hint}
          by={told && t('swap.toldBy', { provider })}
        />
      )}
    </dl>
  )
}

function legOf(amount: Amount | undefined, asset: SentAsset | undefined): EntryLeg | undefined {
  return amount && asset && { asset, amount: toDecimalString(amount) }
}
