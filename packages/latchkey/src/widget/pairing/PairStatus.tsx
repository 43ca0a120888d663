import type { PairState } from '../../engine/flows/pair/pairTransition.ts'
import { Body } from '../../ui/body/Body.tsx'
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
export function PairStatus({ state: { at }, wallet }: PairStatus.Props) {
  useCss(css)
  const t = useTexts(pairingTexts)
  const name = wallet?.name ?? t('pairing.any')
  const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  return (
    <Body>
      <div className="pairing" data-state={at}>
        <Ring state={at === 'connected' ? 'success' : 'running'}>
          <Logo src={wallet?.icon} name={name} size={64} />
        </Ring>
        <StatusWords title={t(`pairing.${at}`)} detail={sentence(t(`pairing.${at}Hint`, { wallet: name }))} />
      </div>
    </Body>
  )
}
