import { useRef } from 'react'
import { linkOf, type PairState } from '../../engine/flows/pair/pairTransition.ts'
import { walletLinks } from '../../engine/flows/pair/walletLinks.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useArrival } from '../shell/useArrival.ts'
import { useTexts } from '../shell/useTexts.ts'
import { CopyLink } from './CopyLink.tsx'
import { openWallet } from './openWallet.ts'
import { PairWords } from './PairWords.tsx'
import css from './pairing.css'
import { pairingTexts } from './pairingTexts.ts'
import type { PairTarget } from './pairTarget.ts'
import { GetButton } from './QrPanel.tsx'
import { usePlatform } from './usePlatform.ts'

export declare namespace AppPanel {
  interface Props {
    readonly way: 'mobile' | 'desktop' | 'web'
    readonly state: PairState
    /** The pairing URI takes longer than a visitor should wait. */
    readonly slow: boolean
    readonly wallet: PairTarget | undefined
    /** Its links are here. */
    readonly isWhole: boolean
    readonly onOpened: () => void
    readonly onRetry: () => void
  }
}

/** A wallet on this device: opened by one press, and the link is followed in the task of that press (T12). */
export function AppPanel({ way, state, slow, wallet, isWhole, onOpened, onRetry }: AppPanel.Props) {
  useCss(css)
  const t = useTexts(pairingTexts)
  const platform = usePlatform()
  const name = wallet?.name ?? t('pairing.any')
  const uri = linkOf(state)?.uri
  // A wallet without a link of its own is opened by the chooser of the system.
  const link =
    uri === undefined || !isWhole
      ? undefined
      : (walletLinks({ listing: wallet?.listing, uri, platform })[way] ?? walletLinks({ uri, platform })[way])
  const isOver = state.at === 'expired' || state.at === 'failed'
  const root = useRef<HTMLDivElement>(null)
  useArrival(root)
  const ring = state.at === 'approving' ? 'running' : state.at === 'rejected' ? 'failed' : 'idle'
  return (
    <div className="pairing" ref={root} data-state={state.at} data-waiting={isOver ? undefined : state.at}>
      <Ring state={isOver ? 'failed' : ring}>
        <Logo src={wallet?.icon} name={name} size={64} />
      </Ring>
      <PairWords state={state} wallet={wallet?.name} way={way} slow={slow} />
      <div className="pairing-actions">
        {isOver || slow ? (
          <Button tone="primary" wide onClick={onRetry}>
            {t('pairing.again')}
          </Button>
        ) : (
          <Button
            tone="primary"
            wide
            loading={link === undefined}
            onClick={() => {
              if (link) openWallet(link, onOpened)
            }}
          >
            {t(state.at === 'approving' ? 'pairing.openAgain' : 'pairing.open', { wallet: name })}
          </Button>
        )}
        {isOver ? null : <CopyLink uri={uri} />}
        {wallet?.listing ? <GetButton wallet={wallet} /> : null}
      </div>
    </div>
  )
}
