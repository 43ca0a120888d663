import { Button } from 'latchkey/ui'
import { useState } from 'react'
import { makeRecoveryCode } from '../../keys/recovery/recoveryCode.ts'
import type { Keepsake } from '../../login/keepsake.ts'
import type { KeyMaking } from '../../login/loginState.ts'
import type { PasskeyBrowser } from '../../login/passkey/passkeyBrowser.ts'
import { WindowButton } from '../../login/passkey/window/WindowButton.tsx'
import { Failure } from '../../login/screens/Failure.tsx'
import { KeepPanel } from '../../login/screens/KeepPanel.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import type { SettingsText } from '../settingsTexts.ts'
import { PasswordPanel } from './PasswordPanel.tsx'
import type { PageProps } from './page.ts'

/** Why a wallet is protected first; without a reason it is there already, in this browser alone. */
export type FirstReason = Extract<KeyMaking, 'page' | 'run' | 'unproven'>

const hints: Readonly<Record<FirstReason, SettingsText>> = {
  page: 'protect.page',
  run: 'protect.run',
  unproven: 'protect.unproven',
}

type Step = { readonly at: 'ways' | 'password' } | { readonly at: 'code'; readonly code: string }

/**
 * Asks by what else the wallet may be opened than by this browser: a passkey with one touch, else a code or a password
 * (reference §2.4).
 */
export function ProtectPanel({
  frame,
  login,
  t,
  sure,
  why,
  finished,
  leave,
}: Pick<PageProps, 'frame' | 'login' | 't' | 'sure'> & {
  readonly why?: FirstReason
  /** Something opens it. */
  readonly finished: () => Promise<void>
  readonly leave: { readonly words: string; readonly go: () => void }
}) {
  const { passkeys } = login
  const [step, setStep] = useState<Step>({ at: 'ways' })
  const [isPlain, setPlain] = useState(false)
  const { isBusy, failure, run, clear } = useWork()
  const ways = () => setStep({ at: 'ways' })

  async function keep(way: Keepsake): Promise<void> {
    await sure(() => login.keep(way))
    await finished()
  }
  async function add(by?: PasskeyBrowser): Promise<void> {
    setPlain(false)
    // A window stays open meanwhile: a browser opens no second one after the proof.
    if (await sure(() => passkeys.add(undefined, by))) await finished()
    else setPlain(true)
  }

  if (step.at === 'password') return <PasswordPanel t={t} keep={keep} back={ways} />
  if (step.at === 'code')
    return (
      <KeepPanel
        t={t}
        code={step.code}
        notes={[]}
        verb={t('protect.go')}
        finish={() => keep({ kind: 'code', code: step.code })}
        back={ways}
      />
    )
  const hasPasskeys = passkeys.isSupported && !isPlain
  return (
    <LoginPanel title={t('protect.title')} hint={t(why === undefined ? 'protect.hint' : hints[why])}>
      {isPlain ? (
        <p className="login-warning" role="alert">
          {t('protect.plain')}
        </p>
      ) : (
        <Failure failure={failure} t={t} />
      )}
      <div className="login-actions">
        {hasPasskeys ? (
          <>
            <Button tone="primary" wide loading={isBusy} onClick={() => run(() => add())}>
              {t('protect.passkey')}
            </Button>
            <WindowButton
              frame={frame}
              failure={failure}
              label={t('login.passkeyWindow')}
              run={run}
              make={add}
            />
          </>
        ) : null}
        <Button
          tone={hasPasskeys ? 'secondary' : 'primary'}
          wide
          onClick={() => {
            clear()
            setStep({ at: 'code', code: makeRecoveryCode() })
          }}
        >
          {t('protect.code')}
        </Button>
        <Button
          wide
          onClick={() => {
            clear()
            setStep({ at: 'password' })
          }}
        >
          {t('protect.password')}
        </Button>
        <Button tone="ghost" wide onClick={leave.go}>
          {leave.words}
        </Button>
      </div>
      <details className="login-more">
        <summary>{t('protect.how')}</summary>
        <p>{t('login.keepOperator')}</p>
        <p>{t('protect.lost')}</p>
        <p>{t('login.keepBeta')}</p>
      </details>
    </LoginPanel>
  )
}
