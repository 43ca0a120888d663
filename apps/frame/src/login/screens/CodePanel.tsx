import { Button, Field } from 'latchkey/ui'
import { useState } from 'react'
import type { Login } from '../createLogin.ts'
import type { LoginState } from '../loginState.ts'
import { LoginPanel } from './LoginPanel.tsx'
import { failureWords, type LoginWords } from './loginWords.ts'
import { ResendButton } from './ResendButton.tsx'
import { codeLength, readCode } from './readCode.ts'
import { useWork } from './useWork.ts'

/** VERIFY_OTP: the code of the mail, typed, pasted or filled in by the browser; tried as soon as it is whole. */
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
  const [code, setCode] = useState('')
  const { isBusy, failure, run, clear } = useWork()
  const isWhole = code.length === codeLength[form]
  const enter = (text: string) => run(() => login.enterCode(text))
  return (
    <LoginPanel
      title={t('login.codeTitle')}
      hint={t('login.codeHint', { email })}
      onSubmit={() => isWhole && enter(code)}
    >
      <div className="login-code">
        <Field
          inputMode={form === 'digits' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          label={t(form === 'digits' ? 'login.codeDigits' : 'login.codeLetters')}
          hint={t('login.codeNever')}
          error={failure === undefined ? undefined : failureWords(t, failure)}
          value={code}
          dir="ltr"
          onValue={text => {
            const next = readCode(text, form)
            setCode(next)
            clear()
            if (next.length === codeLength[form] && next !== code) enter(next)
          }}
        />
      </div>
      <div className="login-actions">
        <Button tone="primary" wide type="submit" loading={isBusy} aria-disabled={!isWhole}>
          {t('login.verify')}
        </Button>
        <ResendButton login={login} until={until} label={t('login.resendCode')} t={t} />
        <Button tone="ghost" wide onClick={close}>
          {t('login.other')}
        </Button>
      </div>
    </LoginPanel>
  )
}
