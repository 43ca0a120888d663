import { loginNames, type SocialMethod } from '../../contract/loginNames.ts'
import type { SocialFault } from '../../engine/login/socialTransition.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useFaultText } from '../shell/useFaultText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { connectingSocialTexts } from '../texts/connectingSocialTexts.ts'

const ofHost = ['APKT002', 'APKT005', 'APKT007', 'FRAME_UNSUPPORTED', 'NAMESPACE_REQUIRED', 'REQUEST_INVALID']
const ofNetwork = ['EMAIL_LOGIN_UNAVAILABLE', 'IFRAME_TIMEOUT', 'IFRAME_LOAD_FAILED', 'APKT009', 'APKT010']

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
  const hint = fault.isDenied
    ? 'socialLogin.deniedHint'
    : ofHost.includes(fault.code)
      ? 'socialLogin.hostHint'
      : ofNetwork.includes(fault.code)
        ? 'socialLogin.offlineHint'
        : 'socialLogin.failedHint'
  return <StatusWords tone="error" title={faultText(fault)} detail={t(hint, { name: loginNames[method] })} />
}
