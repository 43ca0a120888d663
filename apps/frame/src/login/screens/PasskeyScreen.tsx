import { Button } from 'latchkey/ui'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Frame } from '../../frame.ts'
import { CustodyRefusal } from '../../keys/custodyClient.ts'
import type { ScreenProps } from '../../screens/screen.ts'
import type { Login } from '../createLogin.ts'
import type { LoginState } from '../loginState.ts'
import { WindowButton } from '../passkey/window/WindowButton.tsx'
import { Failure } from './Failure.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import { LoginStep } from './LoginScreen.tsx'
import { LoginWaiting } from './LoginWaiting.tsx'
import { type LoginWords, loginWords } from './loginWords.ts'
import { useChecked } from './useChecked.ts'
import { useLogin } from './useLogin.ts'
import { useWork } from './useWork.ts'

const Settings = lazy(async () => ({
  default: (await import('../../settings/screens/SettingsScreen.tsx')).Settings,
}))

/** Logging in by passkey, or making a wallet with one, is done once its person can sign here; who is logged in sets one up. */
export function PasskeyScreen(props: ScreenProps) {
  const { frame, close } = props
  const login = useLogin(frame, close)
  const isIn = useChecked(login)
  const t = loginWords(frame.page)
  if (!login || isIn === undefined) return <LoginWaiting t={t} />
  if (!isIn) return <PasskeyStep {...props} login={login} t={t} />
  return (
    <Suspense fallback={<LoginWaiting t={t} />}>
      <Settings {...props} start="passkeys" />
    </Suspense>
  )
}

const after: ReadonlySet<LoginState['at']> = new Set([
  'create',
  'keep',
  'recover',
  'restored',
  'in',
  'cancelled',
])

function PasskeyStep(props: ScreenProps & { readonly login: Login; readonly t: LoginWords }) {
  const { login, t, close } = props
  const { at } = useSyncExternalStore(login.watch, login.get)
  // What comes after a passkey is what comes after any login; an address that waits for its code is left.
  if (after.has(at)) return <LoginStep {...props} />
  return <PasskeyPanel frame={props.frame} login={login} t={t} close={close} />
}

function PasskeyPanel({
  frame,
  login,
  t,
  close,
}: {
  readonly frame: Frame
  readonly login: Login
  readonly t: LoginWords
  readonly close: () => void
}) {
  const { passkeys } = login
  const entering = useWork()
  const making = useWork()
  const failure = entering.failure ?? making.failure
  // A passkey that was just created and not accepted belongs to no account yet, so it has another text.
  const isStranger = entering.failure instanceof CustodyRefusal && entering.failure.code === 'SIGN_IN_INVALID'
  return (
    <LoginPanel
      title={t('login.passkeyTitle')}
      hint={t(passkeys.isSupported ? 'login.passkeyHint' : 'login.passkeyNone')}
      onSubmit={() => passkeys.isSupported && !making.isBusy && entering.run(passkeys.logIn)}
    >
      {isStranger ? (
        <p className="login-error" role="alert">
          {t('login.passkeyStranger')}
        </p>
      ) : (
        <Failure failure={failure} t={t} />
      )}
      <div className="login-actions">
        {passkeys.isSupported ? (
          <>
            <Button tone="primary" wide type="submit" loading={entering.isBusy}>
              {t('login.passkeyUse')}
            </Button>
            <Button
              wide
              loading={making.isBusy}
              onClick={() => {
                entering.clear()
                if (!entering.isBusy) making.run(() => passkeys.signUp())
              }}
            >
              {t('login.passkeyNew')}
            </Button>
            <WindowButton
              frame={frame}
              failure={entering.isBusy ? undefined : making.failure}
              label={t('login.passkeyWindow')}
              run={work => {
                entering.clear()
                making.run(work)
              }}
              make={by => passkeys.signUp(by)}
            />
          </>
        ) : null}
        <Button tone="ghost" wide onClick={close}>
          {t('login.later')}
        </Button>
      </div>
    </LoginPanel>
  )
}
