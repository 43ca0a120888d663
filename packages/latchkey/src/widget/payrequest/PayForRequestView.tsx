import { useEffect, useRef, useState } from 'react'
import { parseAmount } from '../../contract/amount.ts'
import { oneOf } from '../../engine/base/oneOf.ts'
import type { AskedRequest, PaidRequests } from '../../engine/flows/paidrequest/paidRequest.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Field } from '../../ui/field/Field.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import payCss from '../pay/pay.css'
import { exactAmount } from '../send/exactAmount.ts'
import reviewCss from '../send/preview.css'
import { Receiver } from '../send/Receiver.tsx'
import { ReviewFact as Fact } from '../send/ReviewFact.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useLater } from '../shell/useLater.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { ViewSkeleton } from '../shell/ViewSkeleton.tsx'
import type { Widget } from '../shell/widget.ts'
import { payRequestTexts } from './payRequestTexts.ts'

const createLoad =
  ({ engine }: Widget) =>
  () =>
    engine.paidRequests()

/** PayForRequest: what a request costs, and what the visitor allows: it alone, or up to a limit. */
export function PayForRequestView() {
  useCss(reviewCss)
  useCss(payCss)
  const { part, retry } = useLater(true, oneOf(useWidget(), createLoad))
  if (part === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  return part ? <Asked requests={part} /> : <ViewSkeleton />
}

function Asked({ requests }: { readonly requests: PaidRequests }) {
  const t = useTexts(payRequestTexts)
  const request = useMachine(requests.asked)
  if (request) return <Question key={request.id} requests={requests} request={request} />
  return (
    <Body>
      <StatusWords title={t('payRequest.none')} />
    </Body>
  )
}

interface QuestionProps {
  readonly requests: PaidRequests
  readonly request: AskedRequest
}

function Question({ requests, request }: QuestionProps) {
  const t = useTexts(payRequestTexts)
  const locale = useEngineState(({ config }) => config.locale)
  // Asked for in the footer: below the facts it would be out of sight.
  const [limit, setLimit] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const isLimited = limit !== undefined
  useEffect(() => {
    if (isLimited) field.current?.focus()
  }, [isLimited])
  const [isWrong, setWrong] = useState(false)
  const { origin, url, description, amount, shown, cap, network, requirements } = request
  const token = shown.symbol
  const spent = cap?.spent.value ?? 0n
  const least = exactAmount({ ...amount, value: spent + amount.value }, locale)
  const typed = limit?.trim()
  function allow() {
    if (limit === undefined) return setLimit('')
    try {
      if (parseAmount(limit, shown.decimals).value < spent + amount.value) return setWrong(true)
      requests.allow(limit, request.id)
    } catch {
      setWrong(true)
    }
  }
  return (
    <>
      <Body>
        <div className="review pay">
          <div className="pay-head">
            <p className="pay-for">{t('payRequest.lead', { origin: new URL(origin).host })}</p>
            <p className="review-amount">
              <bdi>{`${exactAmount(amount, locale)} ${token}`}</bdi>
            </p>
          </div>
          <dl className="review-facts">
            {description ? (
              <Fact label={t('payRequest.about')} isLong>
                <bdi>{description}</bdi>
              </Fact>
            ) : null}
            <Fact label={t('payRequest.request')} isLong>
              <bdi dir="ltr">{url}</bdi>
            </Fact>
            <Fact label={t('payRequest.to')} isLong>
              <Receiver address={requirements.payTo} />
            </Fact>
            <Fact label={t('payRequest.network')}>{network.name}</Fact>
            {cap ? (
              <Fact label={t('payRequest.spent')}>
                {t('payRequest.of', {
                  spent: exactAmount(cap.spent, locale),
                  limit: exactAmount(cap.limit, locale),
                  token,
                })}
              </Fact>
            ) : null}
          </dl>
        </div>
      </Body>
      <Footer>
        <div className="pay-actions">
          {isLimited ? (
            <Field
              ref={field}
              data-first=""
              label={t('payRequest.limit')}
              inputMode="decimal"
              dir="ltr"
              maxLength={120}
              value={limit}
              onValue={text => {
                setWrong(false)
                setLimit(text)
              }}
              hint={t('payRequest.hint', { token })}
              error={isWrong ? t('payRequest.wrong', { least, token }) : undefined}
            />
          ) : null}
          <Button
            tone="primary"
            wide
            onClick={event => event.detail < 2 && requests.allow(undefined, request.id)}
          >
            {t('payRequest.once')}
          </Button>
          <Button tone="secondary" wide onClick={allow}>
            {typed ? t('payRequest.upTo', { limit: typed, token }) : t('payRequest.upToMore')}
          </Button>
          <Button tone="ghost" wide onClick={() => requests.refuse(request.id)}>
            {t('payRequest.decline')}
          </Button>
        </div>
      </Footer>
    </>
  )
}
