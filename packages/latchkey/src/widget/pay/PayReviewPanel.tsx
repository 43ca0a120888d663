import { addressOf } from '../../contract/caip.ts'
import type { PayFlow, PayState } from '../../engine/flows/pay/payFlow.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import { exactAmount } from '../send/exactAmount.ts'
import { FeeWords } from '../send/FeeWords.tsx'
import { Receiver } from '../send/Receiver.tsx'
import { ReviewFact as Fact } from '../send/ReviewFact.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { providerName } from '../swap/providerName.ts'
import { shortAmount } from '../swap/shortAmount.ts'
import { LeavesFact } from './LeavesFact.tsx'
import { PayAllowances } from './PayAllowances.tsx'
import { PayHead } from './PayHead.tsx'
import { PayNotes } from './PayNotes.tsx'
import { payReviewTexts } from './payReviewTexts.ts'
import { payPartTexts } from './payTexts.ts'
import { usePayValues } from './usePayValues.ts'
import { wayOn } from './wayOn.ts'

type Reviewing = Extract<PayState, { at: 'reviewing' | 'preparing' }>

export declare namespace PayReviewPanel {
  interface Props {
    readonly pay: PayFlow
    readonly state: Reviewing
  }
}

/** The payment under review: who gets what, and the most that leaves the account. */
export function PayReviewPanel({ pay, state }: PayReviewPanel.Props) {
  const t = useTexts(payReviewTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const { shown, way, quote, fee, simulation } = state
  const [values, network] = usePayValues(way)
  const isPreparing = state.at === 'preparing'
  const price = way.kind === 'token' ? way.price : undefined
  return (
    <>
      <Body>
        <div className="review pay-review">
          <PayHead shown={shown} accepted={way.accepted} price={price} />
          <PayNotes state={state} values={values} />
          {state.failure ? <PayAllowances pay={pay} way={way} /> : null}
          <dl className="review-facts">
            {quote ? (
              <Fact label={t('pay.youPay')}>
                <bdi>{`${exactAmount(shortAmount(quote.out, true), locale)} ${values.token}`}</bdi>
                <span className="review-small">
                  {t('pay.swappedBy', { provider: providerName(quote.provider) })}
                </span>
              </Fact>
            ) : null}
            <LeavesFact state={state} values={values} />
            <Fact label={t('pay.fee')}>
              <FeeWords
                quote={fee ? { fee } : isPreparing ? 'asking' : 'failed'}
                symbol={values.native}
                price={state.feePrice}
                currency={shown.currency ?? ''}
              />
            </Fact>
            <Fact label={t('pay.to')} isLong>
              <Receiver address={addressOf(way.accepted.recipient)} />
            </Fact>
            <Fact label={t('pay.network')}>
              <span className="review-network">
                <NetworkLogo network={network} name={values.network} size={20} />
                {values.network}
              </span>
            </Fact>
          </dl>
          <p className="pay-checked">
            {!state.failure && simulation !== 'asking' && simulation.at === 'works' ? t('pay.checked') : ''}
          </p>
        </div>
      </Body>
      <Footer>
        <Actions pay={pay} state={state} values={values} />
      </Footer>
    </>
  )
}

function Actions({
  pay,
  state,
  values,
}: {
  readonly pay: PayFlow
  readonly state: Reviewing
  readonly values: ReturnType<typeof usePayValues>[0]
}) {
  const t = useTexts(payReviewTexts)
  const parts = useTexts(payPartTexts)
  const { back, close, push } = useWidget()
  const { failure, simulation } = state
  const fails = simulation !== 'asking' && simulation.at === 'fails'
  const needsApproval = state.steps?.includes('approve') === true
  switch (failure && wayOn(failure)) {
    case 'fund':
      return (
        <div className="pay-actions">
          <Button tone="primary" wide onClick={() => push('FundWallet')}>
            {t('pay.add', { token: failure === 'fee' ? values.native : values.token })}
          </Button>
          <Button tone="ghost" wide onClick={back}>
            {t('pay.choose')}
          </Button>
        </div>
      )
    case 'close':
      return (
        <Button tone="primary" wide onClick={close}>
          {parts('pay.close')}
        </Button>
      )
    case 'choose':
      return (
        <Button tone="primary" wide onClick={back}>
          {t('pay.choose')}
        </Button>
      )
    case 'retry':
      return (
        <div className="pay-actions">
          <Button tone="primary" wide loading={state.at === 'preparing'} onClick={pay.retry}>
            {parts('pay.retry')}
          </Button>
          <Button tone="ghost" wide onClick={back}>
            {t('pay.choose')}
          </Button>
        </div>
      )
  }
  return (
    <Button
      tone={fails ? 'danger' : 'primary'}
      wide
      loading={state.at === 'preparing'}
      onClick={event => {
        // The second click of a double click is no decision.
        if (event.detail < 2) void pay.pay()
      }}
    >
      {fails ? t('pay.doAnyway', values) : needsApproval ? t('pay.doApprove') : t('pay.do', values)}
    </Button>
  )
}
