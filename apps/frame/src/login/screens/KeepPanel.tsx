import { Button, CopyButton } from 'latchkey/ui'
import { useState } from 'react'
import { groupsOfCode } from '../../keys/recovery/recoveryCode.ts'
import type { Login } from '../createLogin.ts'
import { LoginPanel } from './LoginPanel.tsx'
import { failureWords, type LoginWords } from './loginWords.ts'
import { ProvePanel } from './ProvePanel.tsx'
import { useWork } from './useWork.ts'

export interface KeepProps {
  readonly login: Login
  readonly code: string
  readonly t: LoginWords
  readonly close: () => void
}

/** The recovery code, shown once and before there is a key: nobody has a wallet that they could not get back (reference §2.3). */
export function KeepPanel({ login, code, t, close }: KeepProps) {
  const [isKept, setKept] = useState(false)
  if (isKept) return <ProvePanel login={login} code={code} t={t} back={() => setKept(false)} />
  return (
    <LoginPanel title={t('login.keepTitle')} hint={t('login.keepHint')} onSubmit={() => setKept(true)}>
      <div className="login-kept">
        <ol className="login-groups" aria-label={t('login.keepCode')} dir="ltr">
          {groupsOfCode(code).map((group, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be the same, and none moves
            <li key={at}>{group}</li>
          ))}
        </ol>
        <CopyButton
          text={code}
          label={t('login.copy')}
          copiedLabel={t('login.copied')}
          failedLabel={t('login.copyFailed')}
        />
      </div>
      {login.isForgetful ? <p className="login-note">{t('login.keepForgetful')}</p> : null}
      <p className="login-note">{t('login.keepOperator')}</p>
      <p className="login-note">{t('login.keepBeta')}</p>
      <div className="login-actions">
        <Button tone="primary" wide type="submit">
          {t('login.kept')}
        </Button>
        <Button tone="ghost" wide onClick={close}>
          {t('login.later')}
        </Button>
      </div>
    </LoginPanel>
  )
}

/** Where whoever runs the services keeps keys as well, which is said before there is one (reference §2.4). */
export function OperatedPanel({ login, t, close }: Omit<KeepProps, 'code'>) {
  const { isBusy, failure, run } = useWork()
  return (
    <LoginPanel
      title={t('login.operatedTitle')}
      hint={t('login.operatedHint')}
      onSubmit={() => run(login.create)}
    >
      {failure === undefined ? null : (
        <p className="login-error" role="alert">
          {failureWords(t, failure)}
        </p>
      )}
      <p className="login-note">{t('login.keepBeta')}</p>
      <div className="login-actions">
        <Button tone="primary" wide type="submit" loading={isBusy}>
          {t('login.create')}
        </Button>
        <Button tone="ghost" wide onClick={close}>
          {t('login.later')}
        </Button>
      </div>
    </LoginPanel>
  )
}
