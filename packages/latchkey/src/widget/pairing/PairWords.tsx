import type { ErrorCode } from '../../contract/errors/table.ts'
import type { PairState } from '../../engine/flows/pair/pairTransition.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { pairingTexts } from './pairingTexts.ts'

export declare namespace PairWords {
  interface Props {
    readonly state: PairState
    readonly wallet: string | undefined
    readonly way: 'qrcode' | 'mobile' | 'desktop' | 'web'
    /** The URI, or its relay, takes longer than a visitor should wait. */
    readonly slow: boolean
    /** The code has been shown for 30 s and no wallet has answered. */
    readonly silent?: boolean
    /** Listed wallets listen on the relay; else only those that are set up for it. */
    readonly shared?: boolean
    /** That it can be scanned is not said aloud: it is not what the view is about. */
    readonly quiet?: boolean
  }
}

/** What a visitor can do about an error; the page's own configuration they cannot help. */
const hints: { readonly [Code in ErrorCode]?: keyof typeof pairingTexts } = {
  APKT002: 'pairing.refusedHint',
  APKT006: 'pairing.clockHint',
  APKT007: 'pairing.refusedHint',
  APKT008: 'pairing.refusedHint',
  CONFIG_INVALID: 'pairing.refusedHint',
  WALLET_BAD_ANSWER: 'pairing.badAnswerHint',
}

/** How a pairing goes, in words. */
export function PairWords(props: PairWords.Props) {
  const { state, wallet, way, slow, silent = false, shared = true, quiet = false } = props
  const t = useTexts(pairingTexts)
  const errorText = useErrorText()
  const name = wallet ?? t('pairing.any')
  switch (state.at) {
    case 'approving':
      return <StatusWords title={t('pairing.approve', { wallet: name })} detail={t('pairing.approveHint')} />
    case 'rejected': {
      const hint = way === 'qrcode' ? 'pairing.rejectedHint' : 'pairing.rejectedOpenHint'
      return (
        <StatusWords
          tone="error"
          title={errorText('CONNECTION_REJECTED')}
          detail={t(hint, { wallet: name })}
        />
      )
    }
    case 'expired':
      return <StatusWords tone="error" title={t('pairing.expired')} detail={t('pairing.expiredHint')} />
    case 'failed': {
      const hint = hints[state.code] ?? 'pairing.failedHint'
      return <StatusWords tone="error" title={errorText(state.code)} detail={t(hint, { wallet: name })} />
    }
  }
  if (slow) return <StatusWords title={t('pairing.slow')} detail={t('pairing.slowHint')} />
  if (way === 'qrcode') {
    const step = silent ? 'silent' : 'scan'
    const hint =
      wallet === undefined
        ? t(`pairing.${step}${shared ? 'Any' : 'Own'}Hint`)
        : t(`pairing.${step}Hint`, { wallet })
    return <StatusWords quiet={quiet} title={t(`pairing.${step}`)} detail={hint} />
  }
  const title = wallet === undefined && way === 'mobile' ? 'pairing.mobileAny' : (`pairing.${way}` as const)
  return <StatusWords title={t(title, { wallet: name })} detail={t(`pairing.${way}Hint`)} />
}
