import { Button } from 'latchkey/ui'
import { useEffect, useSyncExternalStore } from 'react'
import type { ScreenProps } from '../../screens/screen.ts'
import type { Login } from '../createLogin.ts'
import { CodePanel } from './CodePanel.tsx'
import { DevicePanel } from './DevicePanel.tsx'
import { Failure } from './Failure.tsx'
import { KeepPanel, OperatedPanel, PasskeyKeepPanel } from './KeepPanel.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import { LoginWaiting } from './LoginWaiting.tsx'
import { loginWords } from './loginWords.ts'
import { memoryNotes } from './memoryNotes.ts'
import { RecoverPanel } from './RecoverPanel.tsx'
import { RestoredPanel } from './RestoredPanel.tsx'
import { useLogin } from './useLogin.ts'
import { useWork } from './useWork.ts'

/**
 * All that a login asks its visitor, from the link to the recovery code: done once they can sign here. Whatever a page
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
  const t = loginWords(frame.page)
  const { at } = state
  useEffect(() => {
    if (at === 'in') done()
    else if (at === 'out') close()
  }, [at, done, close])
  const given = { login, t, close }
  switch (state.at) {
    case 'device':
      return <DevicePanel {...given} state={state} />
    case 'code':
      return <CodePanel {...given} state={state} />
    case 'create':
      if (state.code === null) return <OperatedPanel {...given} />
      if (state.hasPasskey) return <PasskeyKeepPanel {...given} />
      return (
        <KeepPanel
          t={t}
          close={close}
          code={state.code}
          notes={memoryNotes(login, t, false)}
          verb={t('login.create')}
          finish={login.create}
        />
      )
    case 'recover':
      return <RecoverPanel {...given} state={state} />
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
