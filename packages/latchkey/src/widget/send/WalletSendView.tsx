import { type FormEvent, useRef, useState } from 'react'
import { canSend } from '../../engine/flows/send/canSend.ts'
import { type CheckedDraft, retypeLength } from '../../engine/flows/send/checkDraft.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { AmountField } from './AmountField.tsx'
import type { Judged } from './ReceiverDetails.tsx'
import { ReceiverField } from './ReceiverField.tsx'
import css from './send.css'
import { sendTexts } from './sendTexts.ts'
import { useReceiverCare } from './useReceiverCare.ts'
import { useSendFlow } from './useSendFlow.ts'

const unjudged: CheckedDraft = {
  at: 'blocked',
  problem: 'looking',
  field: 'receiver',
  code: 'SEND_INCOMPLETE',
}

/** WalletSend: what, how much, to whom (SPEC §4 "Send flow"). */
export function WalletSendView() {
  useCss(css)
  const widget = useWidget()
  const flow = useSendFlow()
  const t = useTexts(sendTexts)
  const errorText = useErrorText()
  const draft = useMachine(flow.draft.machine)
  const held = useMachine(flow.holdings.machine)
  // Drawn anew with whatever of the connection changes.
  const isPossible = useEngineState(() => canSend(widget.engine.ctx))
  const root = useRef<HTMLFormElement>(null)
  const [told, setTold] = useState<CheckedDraft>()
  const { receiver } = draft
  const care = useReceiverCare(draft.to)
  const [judged, setJudged] = useState<Judged>()
  const isJudged = receiver.at === 'known' && judged?.address === receiver.address
  const alike = isJudged ? judged.alike : undefined
  const found = flow.check(alike)
  // A receiver must be compared with the visitor's known addresses before a transfer (T63).
  const checked = found.at === 'ready' && !isJudged ? unjudged : found

  // SPEC §4: "Any other chain fails with 'Unsupported chain'".
  if (!isPossible)
    return (
      <Body>
        <div className="send-unsupported">
          <StatusWords tone="error" title={errorText('UNSUPPORTED_CHAIN')} />
        </div>
      </Body>
    )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (checked.at === 'ready') {
      widget.push('WalletSendPreview', flow.review(checked.transfer))
      return
    }
    setTold(checked)
    widget.announce(errorText(checked.code), 'assertive')
    const { field } = checked
    root.current?.querySelector<HTMLElement>(`[data-field=${field ?? 'amount'}]`)?.focus()
  }

  const values = { token: draft.token?.symbol ?? '', count: retypeLength }
  const problem = checked.at === 'blocked' ? checked.problem : undefined
  const amountProblem = amountProblems[problem as keyof typeof amountProblems]
  return (
    <form className="send" ref={root} noValidate onSubmit={submit}>
      <Body>
        <div className="send-fields">
          <AmountField
            draft={draft}
            currency={held.currency}
            loading={held.at === 'loading'}
            problem={
              problem === 'funds'
                ? errorText('INSUFFICIENT_FUNDS')
                : amountProblem && t(amountProblem, { ...values, count: draft.token?.amount.decimals ?? 0 })
            }
          />
          {held.at === 'failed' ? (
            <div className="send-trouble">
              <StatusWords
                tone="error"
                title={errorText('BALANCE_UNAVAILABLE')}
                detail={t('send.noBalance')}
              />
              <Button wide onClick={flow.holdings.retry}>
                {t('send.retry')}
              </Button>
            </div>
          ) : null}
          {draft.wanted !== undefined && held.at === 'ready' ? (
            <StatusWords tone="error" title={errorText('TOKEN_REQUIRED')} detail={t('send.unheld')} />
          ) : null}
          <ReceiverField draft={draft} care={care} onJudged={setJudged} />
          {typeof care === 'object' ? <care.OpenSends owner={draft.owner} /> : null}
        </div>
      </Body>
      <Footer>
        {told?.at === 'blocked' && checked.at === 'blocked' && told.problem === problem ? (
          <p className="send-told">{errorText(checked.code)}</p>
        ) : null}
        {problem === 'funds' ? (
          <div className="send-fund">
            <Button tone="ghost" onClick={() => widget.push('FundWallet')}>
              {t('send.fund', values)}
            </Button>
          </div>
        ) : null}
        <Button
          type="submit"
          tone={checked.at === 'ready' ? 'primary' : 'secondary'}
          wide
          loading={problem === 'looking'}
        >
          {checked.at === 'ready'
            ? t('send.review')
            : t(
                `send.todo.${checked.problem === 'receiver' && receiver.at === 'wrong' ? 'wrong' : checked.problem}`,
                values,
              )}
        </Button>
      </Footer>
    </form>
  )
}

/** The error of the amount, by the problem; the text for an insufficient balance is SPEC §8's. */
const amountProblems = {
  ambiguous: 'send.ambiguous',
  precise: 'send.precise',
  none: 'send.notNumber',
} as const
