import { useEngineState } from '../shell/useEngineState.ts'
import { useKept } from '../shell/useKept.ts'
import { webUrl } from '../shell/webUrl.ts'

export interface LegalGate {
  /** The host's terms have to be accepted before a wallet is chosen (SPEC-NOTES §2). */
  readonly needed: boolean
  readonly accepted: boolean
  readonly accept: (accepted: boolean) => void
  readonly open: boolean
}

/** The legal checkbox above a list of wallets; what was accepted stays accepted. */
export function useLegalGate(): LegalGate {
  const needed = useEngineState(({ config }) => {
    const linked = webUrl(config.termsConditionsUrl) ?? webUrl(config.privacyPolicyUrl)
    return config.features?.legalCheckbox === true && linked !== undefined
  })
  const [accepted, accept] = useKept('legalAccepted', false)
  return { needed, accepted, accept, open: !needed || accepted }
}
