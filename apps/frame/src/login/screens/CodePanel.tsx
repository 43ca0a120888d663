import { Button } from 'latchkey/ui'
import type { Login } from '../createLogin.ts'
import type { LoginState } from '../loginState.ts'
import { CodeForm } from './CodeForm.tsx'
import type { LoginWords } from './loginWords.ts'
import { ResendButton } from './ResendButton.tsx'

/** VERIFY_OTP: the code of the mail. */
export function CodePanel({
  login,
  state,
  t,
  close,
}: {
  readonly login: Login
  readonly state: Extract<LoginState, { at: 'code' }>
  readonly t: LoginWords
  readonly close: () => void
}) {
  const { form, email, until } = state
  return (
    <CodeForm
      title={t('login.codeTitle')}
      hint={t('login.codeHint', { email })}
      form={form}
      enter={login.enterCode}
      t={t}
    >
      <ResendButton resend={login.resend} until={until} label={t('login.resendCode')} t={t} />
      <Button tone="ghost" wide onClick={close}>
        {t('login.other')}
      </Button>
    </CodeForm>
  )
}
