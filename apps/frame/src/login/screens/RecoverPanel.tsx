import type { RecoveryKind } from 'latchkey/services'
import { Button, Field } from 'latchkey/ui'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { KeysError } from '../../keys/keysError.ts'
import type { Login } from '../createLogin.ts'
import type { LoginState } from '../loginState.ts'
import { Failure } from './Failure.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import type { LoginText } from './loginTexts.ts'
import { failureWords, type LoginWords } from './loginWords.ts'
import { memoryNotes } from './memoryNotes.ts'
import { Notes } from './Notes.tsx'
import { StepActions } from './StepActions.tsx'
import { useWork } from './useWork.ts'

/** What a person can recover by, the easiest first. */
const own = ['operator', 'passkey', 'code', 'password'] as const satisfies readonly RecoveryKind[]
type OwnWay = (typeof own)[number]

const names: Readonly<Record<OwnWay, LoginText>> = {
  operator: 'login.recoverByLogin',
  passkey: 'login.recoverByPasskey',
  code: 'login.recoverByCode',
  password: 'login.recoverByPassword',
}

interface Again {
  readonly hint: string
  readonly verb: string
}

interface WayProps {
  readonly login: Login
  readonly t: LoginWords
  readonly recover: Login['recover']
  /** In place of the hint and the verb of a first recovery. */
  readonly again: Again | undefined
  /** Buttons to other ways. */
  readonly others: ReactNode
  readonly notes: readonly string[]
  readonly leave: { readonly words: string; readonly go: () => void }
}

/** Recovers the key of a logged-in visitor in a browser without a share of it (F34), or asks for its secret `again`. */
export function RecoverPanel({
  login,
  state,
  t,
  close,
  recover = login.recover,
  again,
  lost,
}: {
  readonly login: Login
  readonly state: Pick<Extract<LoginState, { at: 'recover' }>, 'ways'>
  readonly t: LoginWords
  readonly close: () => void
  readonly recover?: Login['recover']
  readonly again?: Again
  /** For who has nothing that recovers the wallet. */
  readonly lost?: { readonly words: string; readonly go: () => void }
}) {
  const ways = waysOf(state.ways, login.passkeys.isSupported)
  const [wanted, choose] = useState<OwnWay>()
  const chosen = ways.find(way => way === wanted) ?? ways[0]
  const others = ways
    .filter(way => way !== chosen)
    .map(way => (
      <Button key={way} wide onClick={() => choose(way)}>
        {t(names[way])}
      </Button>
    ))
  if (lost !== undefined)
    others.push(
      <Button key="lost" wide tone="ghost" onClick={lost.go}>
        {lost.words}
      </Button>,
    )
  const leave = { words: t('login.cancel'), go: close }
  const notes = memoryNotes(login, t, ways.includes('passkey'))
  const given = { login, t, recover, again, others, notes, leave }
  switch (chosen) {
    case 'operator':
      return <ByLogin {...given} notes={[]} />
    case 'passkey':
      return <ByPasskey {...given} />
    case 'code':
      return <ByCode {...given} />
    case 'password':
      return <ByPassword {...given} />
    default:
      return (
        <LoginPanel title={t('login.recoverNoneTitle')} hint={t('login.recoverNone')}>
          <Notes notes={[t('login.recoverNoneLost')]} />
          <div className="login-actions">
            {others}
            <Button tone="ghost" wide onClick={leave.go}>
              {leave.words}
            </Button>
          </div>
        </LoginPanel>
      )
  }
}

function waysOf(ways: readonly RecoveryKind[], hasPasskeys: boolean): readonly OwnWay[] {
  return own.filter(way => ways.includes(way) && (way !== 'passkey' || hasPasskeys))
}

/** Recovers by the login in the operator's mode, after the recovery at login failed. */
function ByLogin(props: WayProps) {
  const { login, t } = props
  return (
    <ByPress
      {...props}
      title={t('login.operatedTitle')}
      hint={t('login.recoverOperatedHint')}
      verb={t('login.recover')}
      recover={() => login.recover({ kind: 'operator' })}
    />
  )
}

function ByPasskey(props: WayProps) {
  const { login, t } = props
  return (
    <ByPress
      {...props}
      title={t('login.recoverPasskeyTitle')}
      hint={t('login.recoverPasskeyHint')}
      verb={t('login.recoverPasskey')}
      recover={login.passkeys.recover}
    />
  )
}

/** With nothing to type. */
function ByPress({
  t,
  others,
  notes,
  leave,
  title,
  hint,
  verb,
  recover,
}: Omit<WayProps, 'recover'> & {
  readonly title: string
  readonly hint: string
  readonly verb: string
  readonly recover: () => Promise<void>
}) {
  const { isBusy, failure, run } = useWork()
  return (
    <LoginPanel title={title} hint={hint} onSubmit={() => run(recover)}>
      <Failure failure={failure} t={t} />
      <Notes notes={notes} />
      <StepActions verb={verb} isBusy={isBusy} leave={leave}>
        {others}
      </StepActions>
    </LoginPanel>
  )
}

function ByCode(props: WayProps) {
  const { t, again, recover } = props
  return (
    <BySecret
      {...props}
      title={t('login.recoverTitle')}
      hint={again?.hint ?? t('login.recoverHint')}
      recover={code => recover({ kind: 'code', code })}
      words={failure => failureWords(t, failure)}
      field={() => ({
        label: t('login.recoverField'),
        maxLength: 200,
        autoCapitalize: 'characters',
        dir: 'ltr',
      })}
    />
  )
}

function ByPassword(props: WayProps) {
  const { t, again, recover } = props
  const [progress, setProgress] = useState(0)
  const onProgress = (part: number) => setProgress(Math.floor(part * 100))
  return (
    <BySecret
      {...props}
      title={t('login.recoverPasswordTitle')}
      hint={again?.hint ?? t('login.recoverPasswordHint')}
      recover={password => {
        setProgress(0)
        return recover({ kind: 'password', password, onProgress })
      }}
      words={failure => passwordWords(t, failure)}
      field={isBusy => ({
        type: 'password',
        autoComplete: 'current-password',
        label: t('login.recoverPasswordField'),
        hint: isBusy
          ? t('login.recoverPasswordWork', { n: String(progress) })
          : t('login.recoverPasswordOnce'),
        maxLength: 256,
      })}
    />
  )
}

/** By something that its person has or knows, which is typed. */
function BySecret({
  t,
  again,
  others,
  notes,
  leave,
  title,
  hint,
  recover,
  words,
  field,
}: Omit<WayProps, 'recover'> & {
  readonly title: string
  readonly hint: string
  readonly recover: (secret: string) => Promise<void>
  readonly words: (failure: unknown) => string | undefined
  readonly field: (isBusy: boolean) => Omit<ComponentProps<typeof Field>, 'value' | 'onValue' | 'error'>
}) {
  const [secret, setSecret] = useState('')
  const { isBusy, failure, run, clear } = useWork()
  return (
    <LoginPanel title={title} hint={hint} onSubmit={() => run(() => recover(secret))}>
      <Field
        {...field(isBusy)}
        value={secret}
        error={failure === undefined ? undefined : words(failure)}
        onValue={text => {
          setSecret(text)
          clear()
        }}
      />
      <Notes notes={notes} />
      <StepActions verb={again?.verb ?? t('login.recover')} isBusy={isBusy} leave={leave}>
        {others}
      </StepActions>
    </LoginPanel>
  )
}

/** The error of a password, in other words than for a code. */
function passwordWords(t: LoginWords, failure: unknown): string {
  if (failure instanceof KeysError && failure.code === 'text') return t('login.recoverPasswordText')
  if (failure instanceof KeysError && failure.code === 'secret') return t('login.recoverPasswordWrong')
  return failureWords(t, failure) ?? t('login.busy')
}
