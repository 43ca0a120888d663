import { Button, Field } from 'latchkey/ui'
import { useState } from 'react'
import type { Login } from '../createLogin.ts'
import type { LoginState } from '../loginState.ts'
import { LoginPanel } from './LoginPanel.tsx'
import { failureWords, type LoginWords } from './loginWords.ts'
import { useWork } from './useWork.ts'

/** Somebody is logged in whose wallet this browser has no half of (F34). */
export function RecoverPanel({
  login,
  state,
  t,
  close,
}: {
  readonly login: Login
  readonly state: Extract<LoginState, { at: 'recover' }>
  readonly t: LoginWords
  readonly close: () => void
}) {
  const [code, setCode] = useState('')
  const { isBusy, failure, run, clear } = useWork()
  const later = (
    <Button tone="ghost" wide onClick={close}>
      {t('login.later')}
    </Button>
  )
  if (!state.ways.includes('code'))
    return (
      <LoginPanel title={t('login.recoverTitle')} hint={t('login.recoverNone')}>
        <div className="login-actions">{later}</div>
      </LoginPanel>
    )
  return (
    <LoginPanel
      title={t('login.recoverTitle')}
      hint={t('login.recoverHint')}
      onSubmit={() => run(() => login.recover({ kind: 'code', code }))}
    >
      <Field
        label={t('login.recoverField')}
        value={code}
        maxLength={200}
        autoCapitalize="characters"
        dir="ltr"
        error={failure === undefined ? undefined : failureWords(t, failure)}
        onValue={text => {
          setCode(text)
          clear()
        }}
      />
      <div className="login-actions">
        <Button tone="primary" wide type="submit" loading={isBusy}>
          {t('login.recover')}
        </Button>
        {later}
      </div>
    </LoginPanel>
  )
}
