import type { RecoveryKind } from 'latchkey/contract'
import { Button, Field } from 'latchkey/ui'
import { type ReactNode, useState } from 'react'
import { KeysError } from '../../keys/keysError.ts'
import type { Login } from '../createLogin.ts'
import type { LoginState } from '../loginState.ts'
import { Failure } from './Failure.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import type { LoginText } from './loginTexts.ts'
import { failureWords, type LoginWords } from './loginWords.ts'
import { useWork } from './useWork.ts'

/** What a person can recover by, the easiest first. */
const own = ['passkey', 'code', 'password'] as const
type OwnWay = (typeof own)[number]

const names: Readonly<Record<OwnWay, LoginText>> = {
  passkey: 'login.recoverByPasskey',
  code: 'login.recoverByCode',
  password: 'login.recoverByPassword',
}

interface WayProps {
  readonly login: Login
  readonly t: LoginWords
  /** Buttons to other ways, and to leave. */
  readonly others: ReactNode
}

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
  const ways = waysOf(state.ways, login.passkeys.isSupported)
  const [wanted, choose] = useState<OwnWay>()
  const chosen = ways.find(way => way === wanted) ?? ways[0]
  const others = (
    <>
      {ways
        .filter(way => way !== chosen)
        .map(way => (
          <Button key={way} wide onClick={() => choose(way)}>
            {t(names[way])}
          </Button>
        ))}
      <Button tone="ghost" wide onClick={close}>
        {t('login.later')}
      </Button>
    </>
  )
  const given = { login, t, others }
  switch (chosen) {
    case 'passkey':
      return <ByPasskey {...given} />
    case 'code':
      return <ByCode {...given} />
    case 'password':
      return <ByPassword {...given} />
    default:
      return (
        <LoginPanel title={t('login.recoverNoneTitle')} hint={t('login.recoverNone')}>
          <div className="login-actions">{others}</div>
        </LoginPanel>
      )
  }
}

function waysOf(ways: readonly RecoveryKind[], hasPasskeys: boolean): readonly OwnWay[] {
  return own.filter(way => ways.includes(way) && (way !== 'passkey' || hasPasskeys))
}

function ByPasskey({ login, t, others }: WayProps) {
  const { isBusy, failure, run } = useWork()
  return (
    <LoginPanel
      title={t('login.recoverPasskeyTitle')}
      hint={t('login.recoverPasskeyHint')}
      onSubmit={() => run(login.passkeys.recover)}
    >
      <Failure failure={failure} t={t} />
      <div className="login-actions">
        <Button tone="primary" wide type="submit" loading={isBusy}>
          {t('login.recoverPasskey')}
        </Button>
        {others}
      </div>
    </LoginPanel>
  )
}

function ByCode({ login, t, others }: WayProps) {
  const [code, setCode] = useState('')
  const { isBusy, failure, run, clear } = useWork()
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
        {others}
      </div>
    </LoginPanel>
  )
}

function ByPassword({ login, t, others }: WayProps) {
  const [password, setPassword] = useState('')
  const [progress, setProgress] = useState(0)
  const { isBusy, failure, run, clear } = useWork()
  const onProgress = (part: number) => setProgress(Math.floor(part * 100))
  return (
    <LoginPanel
      title={t('login.recoverPasswordTitle')}
      hint={t('login.recoverPasswordHint')}
      onSubmit={() => {
        setProgress(0)
        run(() => login.recover({ kind: 'password', password, onProgress }))
      }}
    >
      <Field
        type="password"
        autoComplete="current-password"
        label={t('login.recoverPasswordField')}
        hint={
          isBusy ? t('login.recoverPasswordWork', { n: String(progress) }) : t('login.recoverPasswordOnce')
        }
        value={password}
        maxLength={256}
        error={failure === undefined ? undefined : passwordWords(t, failure)}
        onValue={text => {
          setPassword(text)
          clear()
        }}
      />
      <div className="login-actions">
        <Button tone="primary" wide type="submit" loading={isBusy}>
          {t('login.recover')}
        </Button>
        {others}
      </div>
    </LoginPanel>
  )
}

/** What is wrong with a password, which is no code. */
function passwordWords(t: LoginWords, failure: unknown): string {
  if (failure instanceof KeysError && failure.code === 'text') return t('login.recoverPasswordText')
  if (failure instanceof KeysError && failure.code === 'secret') return t('login.recoverPasswordWrong')
  return failureWords(t, failure) ?? t('login.busy')
}
