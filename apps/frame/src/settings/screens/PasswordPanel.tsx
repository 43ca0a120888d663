import { Field } from 'latchkey/ui'
import { useState } from 'react'
import { KeysError } from '../../keys/keysError.ts'
import { leastPassword } from '../../keys/recovery/keyOfPassword.ts'
import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { StepActions } from '../../login/screens/StepActions.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import type { PageProps } from './page.ts'

/**
 * Sets a recovery password, which never leaves this page. The visitor types it twice, because it cannot be reset (T85).
 */
export function PasswordPanel({
  t,
  keep,
  back,
}: Pick<PageProps, 't' | 'back'> & {
  /** Lets it recover the wallet; `onProgress` gets how far that is, from 0 to 1. */
  readonly keep: (way: {
    readonly kind: 'password'
    readonly password: string
    readonly onProgress: (progress: number) => void
  }) => Promise<void>
}) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [isTried, setTried] = useState(false)
  const [progress, setProgress] = useState(0)
  const { isBusy, failure, run, clear } = useWork()
  const isShort = password.normalize('NFKC').length < leastPassword
  const isOther = password !== again
  const onProgress = (part: number) => setProgress(Math.floor(part * 100))

  const isText = failure instanceof KeysError && failure.code === 'text'
  return (
    <LoginPanel
      title={t('settings.passwordTitle')}
      hint={t('settings.passwordHint')}
      onSubmit={() => {
        setTried(true)
        if (!isShort && !isOther) run(() => keep({ kind: 'password', password, onProgress }))
      }}
    >
      <div className="login-prove">
        <Field
          type="password"
          autoComplete="new-password"
          label={t('settings.password')}
          hint={isBusy ? t('login.recoverPasswordWork', { n: String(progress) }) : t('settings.passwordRule')}
          error={(isTried && isShort) || isText ? t('login.recoverPasswordText') : undefined}
          maxLength={256}
          value={password}
          onValue={text => {
            setPassword(text)
            clear()
          }}
        />
        <Field
          type="password"
          autoComplete="new-password"
          label={t('settings.passwordAgain')}
          error={isTried && !isShort && isOther ? t('settings.passwordOther') : undefined}
          maxLength={256}
          value={again}
          onValue={setAgain}
        />
      </div>
      {isText ? null : <Failure failure={failure} t={t} />}
      <StepActions
        verb={t('settings.passwordKeep')}
        isBusy={isBusy}
        leave={{ words: t('settings.back'), go: back }}
      />
    </LoginPanel>
  )
}
