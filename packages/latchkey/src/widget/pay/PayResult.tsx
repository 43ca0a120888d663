import type { PaymentState } from '../../contract/payments.ts'
import type { PayFlow, PayState } from '../../engine/flows/pay/payFlow.ts'
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
import { ExactFact } from '../swap/ExactFact.tsx'
import { acceptedWords } from './acceptedWords.ts'
import { PayAllowances } from './PayAllowances.tsx'
import { payResultTexts } from './payReviewTexts.ts'
import { payPartTexts } from './payTexts.ts'
import { transferNetwork, transferWords } from './transferWords.ts'
import { usePayFailureWords } from './usePayFailureWords.ts'
import { usePayValues } from './usePayValues.ts'

type Done = Extract<PayState, { at: 'done' }>

export declare namespace PayResult {
  interface Props {
    readonly pay: PayFlow
    readonly state: Done
  }
}

/** What became of a payment: "Paid" is only said of what a chain has, and amounts are its transfers'. */
export function PayResult({ pay, state }: PayResult.Props) {
  const t = useTexts(payResultTexts)
  const parts = useTexts(payPartTexts)
  const widget = useWidget()
  const { locale, networks } = useEngineState(({ config }) => config)
  const { shown, way, receipt } = state
  const transfers = shown.payment?.transfers ?? []
  const [values, ofWay] = usePayValues(way)
  const id = transferNetwork(transfers.at(-1)) ?? transferNetwork(shown.accepts[0])
  const network = ofWay ?? (id && findNetwork(networks, id))
  const accepted = way?.accepted ?? shown.accepts[0]
  const isFailed = state.state === 'failed'
  const isOver = state.state !== 'seen' && state.state !== 'unknown'
  const isDifferent = state.state === 'underpaid' || state.state === 'overpaid'
  return (
    <>
      <Body>
        <div className="ask" data-state={state.state}>
          <Ring state={ringOf(state.state)}>
            <NetworkLogo network={network} size={64} />
          </Ring>
          <Words state={state} values={{ ...values, network: network?.name ?? id ?? '' }} />
          <dl className="review-facts">
            {isDifferent || transfers.length === 0 ? (
              <ExactFact label={t('pay.asked')} amount={accepted && acceptedWords(accepted, locale)} />
            ) : null}
            {transfers.map(each => (
              <ExactFact
                key={`${each.hash} ${each.amount}`}
                label={t(isDifferent ? 'pay.arrived' : 'pay.paid')}
                amount={transferWords(each, shown.accepts, locale)}
              />
            ))}
          </dl>
          {isOver ? <PayAllowances pay={pay} way={way} /> : null}
          <ExplorerRow network={network} hash={transfers.at(-1)?.hash ?? state.hash} />
        </div>
      </Body>
      <Footer>
        <div className="pay-actions">
          <Button tone="primary" wide onClick={isFailed ? pay.retry : widget.close}>
            {isFailed ? parts('pay.retry') : t('pay.done')}
          </Button>
          {isFailed ? (
            <Button tone="ghost" wide onClick={widget.close}>
              {parts('pay.close')}
            </Button>
          ) : receipt ? (
            <Button tone="ghost" wide onClick={() => widget.push('PayReview', { at: 'receipt' })}>
              {t('pay.receipt')}
            </Button>
          ) : null}
        </div>
      </Footer>
    </>
  )
}

function ringOf(state: Done['state']) {
  switch (state) {
    case 'paid':
    case 'settled':
    case 'overpaid':
      return 'success'
    case 'seen':
    case 'unknown':
      return 'running'
    case 'open':
    case 'refunded':
      return 'idle'
  }
  return 'failed'
}

function Words({
  state: { state, failure },
  values,
}: {
  readonly state: Done
  readonly values: Readonly<Record<string, string>>
}) {
  const t = useTexts(payResultTexts)
  const errorText = useErrorText()
  const failureWords = usePayFailureWords()
  const tone = isBad(state) ? 'error' : 'plain'
  if (state === 'unknown')
    return (
      <StatusWords
        heading
        tone={tone}
        title={errorText('SEND_UNKNOWN')}
        detail={t('pay.is.unknownHint', values)}
      />
    )
  const detail =
    state === 'failed' && failure
      ? failureWords(failure, values).join('. ')
      : t(`pay.is.${state}Hint`, values)
  return <StatusWords heading tone={tone} title={t(`pay.is.${state}`)} detail={detail} />
}

const bad: readonly (PaymentState | 'failed')[] = ['failed', 'expired', 'underpaid', 'paid_late']
function isBad(state: Done['state']): boolean {
  return (bad as readonly string[]).includes(state)
}
