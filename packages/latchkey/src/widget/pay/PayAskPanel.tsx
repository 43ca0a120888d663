import { useState } from 'react'
import { addressOf } from '../../contract/caip.ts'
import { limits } from '../../contract/limits.ts'
import type { PayState } from '../../engine/flows/pay/payFlow.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useSlow } from '../pairing/useSlow.ts'
import { AskedTransfer } from '../send/AskedTransfer.tsx'
import { StepList } from '../send/StepList.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { payReviewTexts } from './payReviewTexts.ts'
import { payPartTexts } from './payTexts.ts'
import { type PayValues, usePayValues } from './usePayValues.ts'
import { walletOf } from './walletOf.ts'

type Asked = Extract<PayState, { at: 'asking' | 'sending' }>

/** The wallet is asked, or the network is waited for. */
export function PayAskPanel({ state }: { readonly state: Asked }) {
  const parts = useTexts(payPartTexts)
  const widget = useWidget()
  // Of several connected ones, the one that is asked, whichever is taken afterwards.
  const [wallet] = useState(() => walletOf(widget))
  const [now] = usePayValues(state.way)
  const values = { ...now, wallet: wallet?.name ?? '' }
  const isAsking = state.at === 'asking'
  const isSlow = useSlow(isAsking)
  const isSilent = useSlow(isAsking, limits.walletSilent)
  const waiting = isAsking ? (isSilent ? 'silent' : isSlow ? 'slow' : 'brief') : undefined
  const { accepted } = state.way
  return (
    <>
      <Body>
        <div className="ask" data-state={state.at} data-waiting={waiting}>
          <Ring state="running">
            <Logo src={wallet?.icon} name={values.wallet} size={64} />
          </Ring>
          <Words state={state} waiting={waiting} values={values} />
          <AskedTransfer amount={values.amount} name={values.site} to={addressOf(accepted.recipient)} />
          {state.steps && state.steps.length > 1 ? <Steps state={state} values={values} /> : null}
        </div>
      </Body>
      {isSilent || (!isAsking && state.step !== 'approve') ? (
        <Footer>
          <Button wide onClick={widget.close}>
            {parts('pay.close')}
          </Button>
        </Footer>
      ) : null}
    </>
  )
}

function Words({
  state: { at, step },
  waiting,
  values,
}: {
  readonly state: Asked
  readonly waiting: 'brief' | 'slow' | 'silent' | undefined
  readonly values: PayValues
}) {
  const t = useTexts(payReviewTexts)
  if (at === 'sending')
    return (
      <StatusWords
        title={t('pay.sending', values)}
        detail={t(step === 'approve' ? 'pay.sendingApproval' : 'pay.sendingHint')}
      />
    )
  if (waiting === 'silent')
    return <StatusWords title={t('pay.silent', values)} detail={t('pay.silentHint', values)} />
  const [title, hint] =
    step === 'approve'
      ? (['pay.askApproval', 'pay.askApprovalHint'] as const)
      : (['pay.ask', 'pay.askHint'] as const)
  return <StatusWords title={t(title, values)} detail={t(waiting === 'slow' ? 'pay.slow' : hint, values)} />
}

function Steps({ state, values }: { readonly state: Asked; readonly values: PayValues }) {
  const t = useTexts(payReviewTexts)
  const steps = state.steps ?? []
  const current = state.step === undefined ? steps.length - 1 : steps.indexOf(state.step)
  return (
    <StepList
      label={t('pay.steps')}
      steps={steps.map((kind, place) => {
        const at =
          place < current ? 'done' : place > current ? 'todo' : state.at === 'asking' ? 'asking' : 'sent'
        return { kind, at, words: t(`pay.step.${kind}`, values), atWords: t(`pay.stepAt.${at}`) }
      })}
    />
  )
}
