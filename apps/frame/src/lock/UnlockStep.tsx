import { signOut } from '../login/calls.ts'
import { LoginWaiting } from '../login/screens/LoginWaiting.tsx'
import { wordsOf } from '../login/screens/loginWords.ts'
import { useLogin } from '../login/screens/useLogin.ts'
import type { ScreenProps } from '../screens/screen.ts'
import { SurePanel } from '../settings/screens/SurePanel.tsx'
import { settingsTexts } from '../settings/settingsTexts.ts'

/** No page words what opens a wallet. */
const t = wordsOf(settingsTexts, { theme: {}, dapp: {} })

/** Asks for a proof before an idle wallet shows the request (T79); a visitor without a way to give one logs in again. */
export function UnlockStep({
  frame,
  close,
  unlocked,
}: Pick<ScreenProps, 'frame' | 'close'> & { readonly unlocked: () => void }) {
  const login = useLogin(frame, close)
  if (!login) return <LoginWaiting t={t} />
  return (
    <SurePanel
      login={login}
      t={t}
      hint={t('settings.sureIdle')}
      hintNone={t('settings.sureIdleNone')}
      logOut={async () => void (await signOut({}, frame))}
      settle={isProven => (isProven ? unlocked() : close())}
    />
  )
}
