import { Button, Spinner } from 'latchkey/ui'
import { useEffect } from 'react'
import type { Login } from '../createLogin.ts'
import type { LoginState } from '../loginState.ts'
import { LoginPanel } from './LoginPanel.tsx'
import type { LoginWords } from './loginWords.ts'
import { ResendButton } from './ResendButton.tsx'

/** VERIFY_DEVICE: waits until the link of the mail was approved, and shows the number that it shows (T43). */
export function DevicePanel({
  login,
  state,
  t,
  close,
}: {
  readonly login: Login
  readonly state: Extract<LoginState, { at: 'device' }>
  readonly t: LoginWords
  readonly close: () => void
}) {
  const { flow, email, match, until } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: each flow is waited for anew
  useEffect(() => {
    // How it ends is seen by the login's state.
    login.awaitDevice().catch(() => undefined)
  }, [login, flow])
  return (
    <LoginPanel title={t('login.deviceTitle')} hint={t('login.deviceHint', { email })}>
      <p className="login-match">
        <span className="visually-hidden">{t('login.deviceNumber')}: </span>
        <strong>{match}</strong>
      </p>
      <div className="login-awaited" role="status" aria-label={t('login.deviceWait')}>
        <Spinner />
      </div>
      <div className="login-actions">
        <ResendButton resend={login.resend} until={until} label={t('login.resendLink')} t={t} />
        <Button tone="ghost" wide onClick={close}>
          {t('login.other')}
        </Button>
      </div>
    </LoginPanel>
  )
}
