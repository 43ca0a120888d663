import { useState } from 'react'
import type { ErrorCode } from '../../contract/errors/table.ts'
import type { SendFailure, SendProgress } from '../../engine/flows/send/progressTransition.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { AskedTransfer } from './AskedTransfer.tsx'
import { exactAmount } from './exactAmount.ts'
import { reviewTexts } from './sendTexts.ts'
import { useSendReview } from './useSendReview.ts'

type Asked = Extract<SendProgress, { at: 'asking' | 'refused' }>

/** The rest is SEND_FAILED. */
const codes: Readonly<Partial<Record<SendFailure, ErrorCode>>> = {
  rejected: 'SEND_REJECTED',
  busy: 'SEND_BUSY',
  funds: 'INSUFFICIENT_FUNDS',
  unsupported: 'UNSUPPORTED_CHAIN',
}

const waitingWords = {
  brief: ['ask.title', 'ask.hint'],
  slow: ['ask.title', 'ask.slow'],
  silent: ['ask.silent', 'ask.silentHint'],
} as const

/** The wallet is asked, or said no. */
export function AskPanel({ state }: { readonly state: Asked }) {
  const { send, cancel } = useSendReview()
  const t = useTexts(reviewTexts)
  const { back, push, snapshot } = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  // Of several connected ones, the one that is asked, whichever is taken afterwards.
  const [wallet] = useState(() => {
    const { connections, accounts, activeNamespace } = snapshot().state
    return connections.find(({ id }) => id === accounts[activeNamespace]?.connectionId)?.wallet
  })
  const name = wallet?.name ?? ''
  const { transfer, name: receiver } = state.review
  const waiting = state.at === 'asking' ? state.waiting : undefined
  return (
    <Body>
      <div className="ask" data-state={state.at} data-waiting={waiting}>
        <Ring state={waiting ? 'running' : 'failed'}>
          <Logo src={wallet?.icon} name={name} size={64} />
        </Ring>
        <Words state={state} wallet={name} />
        <AskedTransfer
          amount={`${exactAmount(transfer.amount, locale)} ${transfer.asset.symbol}`}
          name={receiver}
          to={transfer.to}
        />
        {state.at === 'refused' ? (
          <div className="ask-actions">
            {state.failure === 'funds' ? (
              <Button wide onClick={() => push('FundWallet')}>
                {t('review.fund')}
              </Button>
            ) : null}
            <Button tone="primary" wide onClick={send}>
              {t('review.again')}
            </Button>
            <Button tone="ghost" wide onClick={back}>
              {t('review.change')}
            </Button>
          </div>
        ) : waiting === 'silent' ? (
          <Button
            wide
            onClick={() => {
              cancel()
              back()
            }}
          >
            {t('ask.cancel')}
          </Button>
        ) : null}
      </div>
    </Body>
  )
}

function Words({ state, wallet }: { readonly state: Asked; readonly wallet: string }) {
  const t = useTexts(reviewTexts)
  const errorText = useErrorText()
  if (state.at === 'refused') {
    const { failure } = state
    return (
      <StatusWords
        tone="error"
        title={errorText(codes[failure] ?? 'SEND_FAILED')}
        detail={t(`ask.${failure}Hint`, { wallet })}
      />
    )
  }
  const [title, detail] = waitingWords[state.waiting]
  return <StatusWords title={t(title, { wallet })} detail={t(detail, { wallet })} />
}
