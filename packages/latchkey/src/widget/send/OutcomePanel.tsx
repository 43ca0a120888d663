import { useEffect, useState } from 'react'
import { parseAmount } from '../../contract/amount.ts'
import { networkIdOf } from '../../contract/caip.ts'
import type { TransferEntry } from '../../contract/journal.ts'
import { limits } from '../../contract/limits.ts'
import { type Outcome, outcomeOf } from '../../engine/flows/send/outcomeOf.ts'
import type { SendProgress } from '../../engine/flows/send/progressTransition.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Footer } from '../../ui/body/Footer.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { AskedTransfer } from './AskedTransfer.tsx'
import { ExplorerRow } from './ExplorerRow.tsx'
import { exactAmount } from './exactAmount.ts'
import { reviewTexts } from './sendTexts.ts'
import { useSends } from './useSends.ts'

type Sent = Extract<SendProgress, { at: 'sent' | 'unknown' }>

/** What became of a transfer: "confirmed" is only said from a receipt (SPEC-NOTES §4). */
export function OutcomePanel({ state }: { readonly state: Sent }) {
  const t = useTexts(reviewTexts)
  const { finish } = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const sent = useSentTransfer(state)
  const outcome = outcomeOf(state, sent)
  const { review } = state
  const told = sent ? { ...sent, amount: parseAmount(sent.amount, sent.asset.decimals) } : review?.transfer
  const network = useEngineState(({ config }) => told && findNetwork(config.networks, networkIdOf(told.from)))
  const amount = told ? `${exactAmount(told.amount, locale)} ${told.asset.symbol}` : ''
  return (
    <>
      <Body>
        <div className="ask" data-state={outcome.at}>
          <Ring state={ringOf(outcome)}>
            <NetworkLogo network={network} size={64} />
          </Ring>
          <Words outcome={outcome} amount={amount} network={network?.name ?? ''} />
          <AskedTransfer
            amount={outcome.at === 'confirmed' ? undefined : amount}
            name={review?.name}
            to={told?.to}
          />
          {outcome.at !== 'expired' && (
            // No explorer knows a transaction that no node took.
            <ExplorerRow network={network} hash={outcome.by ?? sent?.hash ?? state.result?.hash} />
          )}
        </div>
      </Body>
      <Footer>
        <Button tone="primary" wide onClick={finish}>
          {t('sent.done')}
        </Button>
      </Footer>
    </>
  )
}

/** The journal's own record of it, by its id or by what the wallet answered. */
function useSentTransfer({ id, result }: Sent): TransferEntry | undefined {
  return useSends().find(
    sent =>
      sent.id === id ||
      (result?.hash !== undefined && sent.hash === result.hash) ||
      (result?.id !== undefined && sent.batchId === result.id),
  )
}

function ringOf({ at }: Outcome) {
  switch (at) {
    case 'confirmed':
    case 'repriced':
      return 'success'
    case 'pending':
    case 'unknown':
    case 'asked':
      return 'running'
  }
  return 'failed'
}

function Words({
  outcome,
  amount,
  network,
}: {
  readonly outcome: Outcome
  readonly amount: string
  readonly network: string
}) {
  const t = useTexts(reviewTexts)
  const errorText = useErrorText()
  const isSlow = useSlow(outcome.at)
  const values = { amount, network }
  const { at } = outcome
  const hint = at === 'pending' && isSlow ? 'slow' : at === 'repricedFailed' ? 'failed' : at
  return (
    <StatusWords
      tone={ringOf(outcome) === 'failed' ? 'error' : 'plain'}
      title={at === 'unknown' ? errorText('SEND_UNKNOWN') : t(`sent.${at}`, values)}
      detail={t(`sent.${hint}Hint`, values)}
    />
  )
}

/** Whether one state has lasted longer than expected. */
function useSlow(at: Outcome['at']): boolean {
  const { engine } = useWidget()
  const [slow, setSlow] = useState<Outcome['at']>()
  useEffect(() => engine.ctx.clock.setTimeout(() => setSlow(at), limits.walletSilent), [engine, at])
  return slow === at
}
