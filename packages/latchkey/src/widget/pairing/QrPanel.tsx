import { useEffect, useRef } from 'react'
import { limits } from '../../contract/limits.ts'
import { linkOf, type PairState } from '../../engine/flows/pair/pairTransition.ts'
import { walletLinks } from '../../engine/flows/pair/walletLinks.ts'
import { isSharedRelay } from '../../engine/nouns/wallets/isSharedRelay.ts'
import { Button } from '../../ui/button/Button.tsx'
import { QrCode } from '../../ui/qr/QrCode.tsx'
import { shakeElement } from '../../ui/stage/shakeElement.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { CopyLink } from './CopyLink.tsx'
import { openWallet } from './openWallet.ts'
import { PairWords } from './PairWords.tsx'
import css from './pairing.css'
import { pairingTexts } from './pairingTexts.ts'
import type { PairTarget } from './pairTarget.ts'
import { usePlatform } from './usePlatform.ts'
import { useSlow } from './useSlow.ts'
import { useTimeLeft } from './useTimeLeft.ts'

export declare namespace QrPanel {
  interface Props {
    readonly state: PairState
    /** The pairing URI takes longer than a visitor should wait. */
    readonly slow: boolean
    /** Undefined: any wallet. */
    readonly wallet: PairTarget | undefined
    /** It stands beside a list, and is not what the visitor came for. */
    readonly beside?: boolean
    readonly onOpened: () => void
    readonly onRetry: () => void
  }
}

/** A code to scan with another device, how it goes, and what else can be done with it. */
export function QrPanel({ state, slow, wallet, beside = false, onOpened, onRetry }: QrPanel.Props) {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(pairingTexts)
  const link = linkOf(state)
  const left = useTimeLeft(link, limits.pairingExpiredUnder)
  const platform = usePlatform()

  const isShared = useEngineState(snapshot => isSharedRelay(snapshot.config))
  // From the moment the visitor waits; a code that renews itself is still the same wait.
  const isWaiting = !beside && (state.at === 'preparing' || state.at === 'ready')
  const silent = useSlow(isWaiting, limits.walletSilent)

  const renewed = state.at === 'ready' && state.renewed ? state.attempt : undefined
  useEffect(() => {
    if (renewed !== undefined) widget.announce(t('pairing.renewed'))
  }, [widget, t, renewed])

  const root = useRef<HTMLDivElement>(null)
  const isRejected = state.at === 'rejected'
  useEffect(() => {
    if (isRejected && root.current) shakeElement(root.current)
  }, [isRejected])

  const isOver = state.at === 'expired' || state.at === 'failed'
  const here = link && wallet === undefined ? walletLinks({ uri: link.uri, platform }).mobile : undefined
  return (
    <div
      className="pairing"
      ref={root}
      data-state={state.at}
      data-waiting={isOver ? undefined : state.at}
      data-silent={silent ? '' : undefined}
      data-beside={beside ? '' : undefined}
    >
      <QrCode
        text={link?.uri}
        label={wallet ? t('pairing.code', { wallet: wallet.name }) : t('pairing.codeAny')}
        left={left}
      >
        {wallet ? <Logo src={wallet.icon} name={wallet.name} size={56} /> : null}
      </QrCode>
      <PairWords
        state={state}
        wallet={wallet?.name}
        way="qrcode"
        slow={slow}
        silent={silent}
        shared={isShared}
        quiet={beside}
      />
      <div className="pairing-actions">
        {isOver || slow ? (
          <Button tone={beside ? 'secondary' : 'primary'} wide onClick={onRetry}>
            {t(state.at === 'expired' ? 'pairing.renew' : 'pairing.again')}
          </Button>
        ) : (
          <CopyLink uri={link?.uri} />
        )}
        {here ? (
          <Button tone={beside ? 'secondary' : 'ghost'} wide onClick={() => openWallet(here, onOpened)}>
            {t(beside ? 'pairing.openHereShort' : 'pairing.openHere')}
          </Button>
        ) : null}
        {wallet?.listing ? <GetButton wallet={wallet} /> : null}
      </div>
    </div>
  )
}

/** Where the wallet can be had, for those who do not have it. */
export function GetButton({ wallet: { name, listing } }: { readonly wallet: PairTarget }) {
  const widget = useWidget()
  const t = useTexts(pairingTexts)
  if (!listing) return null
  return (
    <Button tone="ghost" wide onClick={() => widget.push('Downloads', { wallet: listing })}>
      {t('pairing.get', { wallet: name })}
    </Button>
  )
}
