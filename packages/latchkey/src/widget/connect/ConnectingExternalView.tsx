import { useRef } from 'react'
import type { WalletRow } from '../../contract/wallet.ts'
import type { ConnectingState } from '../../engine/flows/connect/connectingTransition.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import type { ViewProps } from '../shell/defineView.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useArrival } from '../shell/useArrival.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useLater } from '../shell/useLater.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ViewFailed } from '../shell/ViewFailed.tsx'
import { ChainChooser } from './ChainChooser.tsx'
import css from './connecting.css'
import { connectingTexts } from './connectTexts.ts'

const rings = { requesting: 'running', connected: 'success', rejected: 'failed', failed: 'failed' } as const

/** ConnectingExternal: one installed wallet is asked for a connection (SPEC-NOTES §2). */
export function ConnectingExternalView({ data }: ViewProps<'ConnectingExternal'>) {
  useCss(css)
  const { connecting, back } = useWidget()
  const state = useMachine(connecting.machine)
  const row = useEngineState(snapshot => snapshot.row(data?.rowKey))
  const t = useTexts(connectingTexts)
  const wallet = row?.name ?? ''
  const root = useRef<HTMLDivElement>(null)
  useArrival(root)

  if (state.at === 'choosing') {
    return <ChainChooser wallet={wallet} namespaces={state.namespaces} onChoose={connecting.choose} />
  }
  if (state.at === 'idle' || state.at === 'notInstalled') return <NotInstalled wallet={row} />

  const isWaiting = state.at === 'requesting' && state.waiting !== 'silent'
  const isOver = state.at === 'connected' || isWaiting
  return (
    <Body>
      <div
        ref={root}
        className="connecting"
        data-state={state.at}
        data-waiting={state.at === 'requesting' ? state.waiting : undefined}
      >
        <Ring state={rings[state.at]} fresh>
          <Logo src={row?.icon} name={wallet} size={64} />
        </Ring>
        <Words state={state} wallet={wallet} />
        {isOver ? null : (
          <div className="connecting-actions">
            <Button tone="primary" wide onClick={connecting.retry}>
              {t('connecting.again')}
            </Button>
            <Button tone="ghost" wide onClick={back}>
              {t('connecting.other')}
            </Button>
          </div>
        )}
      </div>
    </Body>
  )
}

const loadGetWallet = () => import('./GetWallet.tsx').then(module => module.GetWallet)

/** Few visitors choose a wallet that is not here: what draws its code is no part of connecting an installed one. */
function NotInstalled({ wallet }: { readonly wallet: WalletRow | undefined }) {
  const { part: GetWallet, retry } = useLater(true, loadGetWallet)
  if (GetWallet === 'failed') return <ViewFailed code="CHUNK_FAILED" onRetry={retry} />
  if (GetWallet) return <GetWallet wallet={wallet} />
  return (
    <Body>
      <div className="connecting" aria-busy="true">
        <Ring state="idle">
          <Logo src={wallet?.icon} name={wallet?.name ?? ''} size={64} />
        </Ring>
        <ul>
          <SkeletonRow />
          <SkeletonRow />
        </ul>
      </div>
    </Body>
  )
}

type Asked = Exclude<ConnectingState, { at: 'idle' | 'choosing' | 'notInstalled' }>

function Words({ state, wallet }: { readonly state: Asked; readonly wallet: string }) {
  const t = useTexts(connectingTexts)
  const errorText = useErrorText()
  switch (state.at) {
    case 'requesting': {
      if (state.waiting === 'silent') {
        return (
          <StatusWords
            title={t('connecting.silent', { wallet })}
            detail={t('connecting.silentHint', { wallet })}
          />
        )
      }
      const detail = state.waiting === 'slow' ? 'connecting.slow' : 'connecting.requestingHint'
      return <StatusWords title={t('connecting.requesting', { wallet })} detail={t(detail, { wallet })} />
    }
    case 'connected':
      return (
        <StatusWords title={t('connecting.connected')} detail={t('connecting.connectedHint', { wallet })} />
      )
    case 'rejected':
      return (
        <StatusWords
          tone="error"
          title={errorText('CONNECTION_REJECTED')}
          detail={t('connecting.rejectedHint', { wallet })}
        />
      )
    case 'failed':
      return (
        <StatusWords
          tone="error"
          title={errorText(state.failure === 'unanswered' ? 'APKT004' : 'CONNECT_FAILED')}
          detail={t(`connecting.${state.failure}Hint`, { wallet })}
        />
      )
  }
}
