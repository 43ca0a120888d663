import type { PairState } from '../../engine/flows/pair/pairTransition.ts'
import { Body } from '../../ui/body/Body.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { wallet as walletShape } from '../../ui/icon/shapes.ts'
import { Ring } from '../../ui/spinner/Ring.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useTexts } from '../shell/useTexts.ts'
import css from './pairing.css'
import { pairingTexts } from './pairingTexts.ts'
import type { PairTarget } from './pairTarget.ts'

export declare namespace PairStatus {
  interface Props {
    readonly state: Extract<PairState, { at: 'scanned' | 'connected' }>
    readonly wallet: PairTarget | undefined
  }
}

/** A wallet has answered: nothing is left to do here. */
export function PairStatus(props: PairStatus.Props) {
  return (
    <Body>
      <PairOutcome {...props} />
    </Body>
  )
}

/** The same beside something else. A wallet that was not chosen by name says itself who it is, once it is connected. */
export function PairOutcome({ state, wallet }: PairStatus.Props) {
  useCss(css)
  const t = useTexts(pairingTexts)
  const { at } = state
  const known = wallet ?? (state.at === 'connected' ? state.wallet : undefined)
  const detail = t(`pairing.${at}Hint`, { wallet: known?.name ?? t('pairing.any') })
  return (
    <div className="pairing" data-state={at}>
      <Ring state={at === 'connected' ? 'success' : 'running'} fresh>
        {known ? (
          <Logo src={known.icon} name={known.name} size={64} />
        ) : (
          <span className="pairing-unknown">
            <Icon shape={walletShape} size={28} />
          </span>
        )}
      </Ring>
      <StatusWords title={t(`pairing.${at}`)} detail={detail.charAt(0).toUpperCase() + detail.slice(1)} />
    </div>
  )
}
