import { Button } from 'latchkey/ui'
import { type ComponentProps, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { ScreenProps } from '../../screens/screen.ts'
import type { ProtectStep } from '../../settings/screens/ProtectStep.tsx'
import { waitingTexts } from '../../waiting/waitingTexts.ts'
import type { Login } from '../createLogin.ts'
import { CancelledPanel } from './CancelledPanel.tsx'
import { CodePanel } from './CodePanel.tsx'
import { OperatedPanel, PasskeyKeepPanel, RetryPanel } from './CreatePanel.tsx'
import { DevicePanel } from './DevicePanel.tsx'
import { Failure } from './Failure.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import { LoginWaiting } from './LoginWaiting.tsx'
import { type LoginWords, loginWords } from './loginWords.ts'
import { RecoverPanel } from './RecoverPanel.tsx'
import { RestoredPanel } from './RestoredPanel.tsx'
import { useLogin } from './useLogin.ts'
import { useWork } from './useWork.ts'

const loadProtect = () => import('../../settings/screens/ProtectStep.tsx')
const LaterLost = lazy(async () => ({
  default: (await import('../../waiting/LostPanel.tsx')).LostPanel,
}))
const LaterProtect = lazy(async () => ({ default: (await loadProtect()).ProtectStep }))

/** In a chunk of its own, which loads while the code is typed: most logins never show it. */
function Protect({ t, ...props }: ComponentProps<typeof ProtectStep> & { readonly t: LoginWords }) {
  return (
    <Suspense fallback={<LoginWaiting t={t} />}>
      <LaterProtect {...props} />
    </Suspense>
  )
}

/**
 * All that a login asks its visitor, from the link to the protection of a new wallet: done once they can sign here. Whatever a page
 * names it by, it shows what the login needs next, and nothing of it comes from the page.
 */
export function LoginScreen(props: ScreenProps) {
  const { frame, close } = props
  const login = useLogin(frame, close)
  if (!login) return <LoginWaiting t={loginWords(frame.page)} />
  return <LoginStep {...props} login={login} />
}

/** What a login needs next. */
export function LoginStep({ frame, done, close, login }: ScreenProps & { readonly login: Login }) {
  const state = useSyncExternalStore(login.watch, login.get)
  const { isBusy, failure, run } = useWork()
  const [isLost, setLost] = useState(false)
  const t = loginWords(frame.page)
  const { at } = state
  useEffect(() => {
    if (at === 'in') done()
    else if (at === 'out') close()
  }, [at, done, close])
  useEffect(() => {
    // Its failure shows when it is wanted.
    if (at === 'code') loadProtect().catch(() => undefined)
  }, [at])
  const given = { login, t, close }
  switch (state.at) {
    case 'device':
      return <DevicePanel {...given} state={state} />
    case 'code':
      return <CodePanel {...given} state={state} />
    case 'create':
      if (state.by === 'operator') return <OperatedPanel {...given} />
      if (state.by === 'passkey') return <PasskeyKeepPanel {...given} />
      if (state.by === 'later') return <RetryPanel {...given} />
      return <Protect frame={frame} login={login} why={state.by} t={t} />
    case 'keep':
      return <Protect frame={frame} login={login} t={t} />
    case 'cancelled':
      return <CancelledPanel {...given} state={state} />
    case 'recover':
      if (isLost)
        return (
          <Suspense fallback={<LoginWaiting t={t} />}>
            <LaterLost
              login={login}
              account={state.user.account}
              locale={frame.page.theme.locale}
              back={() => setLost(false)}
            />
          </Suspense>
        )
      return (
        <RecoverPanel
          {...given}
          state={state}
          close={() => void login.cancel()}
          lost={{ words: waitingTexts['waiting.lost'], go: () => setLost(true) }}
        />
      )
    case 'restored':
      return <RestoredPanel {...given} state={state} />
    case 'ended':
      return (
        <LoginPanel title={t('login.endedTitle')} hint={t('login.endedHint')}>
          <Failure failure={failure} t={t} />
          <div className="login-actions">
            <Button tone="primary" wide loading={isBusy} onClick={() => run(() => login.begin(state.email))}>
              {t('login.again')}
            </Button>
            <Button tone="ghost" wide onClick={close}>
              {t('login.other')}
            </Button>
          </div>
        </LoginPanel>
      )
    default:
      return null
  }
}
