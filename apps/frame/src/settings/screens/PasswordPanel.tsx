import { Field } from 'latchkey/ui'
import { useState } from 'react'
import { KeysError } from '../../keys/keysError.ts'
import { addFactor } from '../../keys/recovery/addFactor.ts'
import { keyOfPassword, leastPassword } from '../../keys/recovery/keyOfPassword.ts'
import { factorOf } from '../../keys/recovery/makeFactor.ts'
import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { StepActions } from '../../login/screens/StepActions.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import type { PageProps } from './page.ts'

/**
 * Sets a recovery password, which never leaves this page. The visitor types it twice, because it cannot be reset (T85).
 */
export function PasswordPanel({
  login,
  facts,
  t,
  sure,
  settled,
  back,
}: PageProps & { readonly settled: () => Promise<void> }) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [isTried, setTried] = useState(false)
  const [progress, setProgress] = useState(0)
  const { isBusy, failure, run, clear } = useWork()
  const { account } = facts.user
  const isShort = password.normalize('NFKC').length < leastPassword
  const isOther = password !== again

  async function keep(): Promise<void> {
    const onProgress = (part: number) => setProgress(Math.floor(part * 100))
    const key = await keyOfPassword(login.keys.client, { password, account, onProgress })
    await sure(() => addFactor(login.keys, { account, make: factorOf('password', key) }))
    await settled()
  }

  const isText = failure instanceof KeysError && failure.code === 'text'
  return (
    <LoginPanel
      title={t('settings.passwordTitle')}
      hint={t('settings.passwordHint')}
      onSubmit={() => {
        setTried(true)
        if (!isShort && !isOther) run(keep)
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
