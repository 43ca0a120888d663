import { loginNames, type SocialMethod } from '../../contract/loginNames.ts'
import type { SocialFault } from '../../engine/flows/login/socialTransition.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useFaultText } from '../shell/useFaultText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { faultSideOf } from './faultSideOf.ts'
import { connectingSocialTexts } from './loginTexts.ts'

const hints = { host: 'socialLogin.hostHint', network: 'socialLogin.offlineHint' } as const

/** Why a login did not come about, and what to do. */
export function SocialFaultWords({
  method,
  fault,
}: {
  readonly method: SocialMethod
  readonly fault: SocialFault
}) {
  const t = useTexts(connectingSocialTexts)
  const faultText = useFaultText()
  const side = faultSideOf(fault.code)
  const hint = fault.isDenied ? 'socialLogin.deniedHint' : side ? hints[side] : 'socialLogin.failedHint'
  return <StatusWords tone="error" title={faultText(fault)} detail={t(hint, { name: loginNames[method] })} />
}
