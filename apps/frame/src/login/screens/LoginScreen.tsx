import { Button } from 'latchkey/ui'
import { useEffect, useSyncExternalStore } from 'react'
import type { ScreenProps } from '../../screens/screen.ts'
import type { Login } from '../createLogin.ts'
import { CodePanel } from './CodePanel.tsx'
import { DevicePanel } from './DevicePanel.tsx'
import { KeepPanel, OperatedPanel } from './KeepPanel.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import { LoginWaiting } from './LoginWaiting.tsx'
import { failureWords, loginWords } from './loginWords.ts'
import { RecoverPanel } from './RecoverPanel.tsx'
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

function LoginStep({ frame, done, close, login }: ScreenProps & { readonly login: Login }) {
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
      return state.code === null ? <OperatedPanel {...given} /> : <KeepPanel {...given} code={state.code} />
    case 'recover':
      return <RecoverPanel {...given} state={state} />
    case 'ended':
      return (
        <LoginPanel title={t('login.endedTitle')} hint={t('login.endedHint')}>
          {failure === undefined ? null : (
            <p className="login-error" role="alert">
              {failureWords(t, failure) ?? t('login.busy')}
            </p>
          )}
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
