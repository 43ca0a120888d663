import { Button } from 'latchkey/ui'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import type { ScreenProps } from '../../screens/screen.ts'
import type { Login } from '../createLogin.ts'
import { CodeForm } from './CodeForm.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import { LoginWaiting } from './LoginWaiting.tsx'
import { loginWords } from './loginWords.ts'
import { ResendButton } from './ResendButton.tsx'
import { useLogin } from './useLogin.ts'

const Proof = lazy(async () => ({ default: (await import('./ChangeProof.tsx')).ChangeProof }))

/** The codes of a change of address: at the old one first, then at the new one; done once the new one is the account's (T45). */
export function ChangeScreen(props: ScreenProps) {
  const { frame, close } = props
  const login = useLogin(frame, close)
  if (!login) return <LoginWaiting t={loginWords(frame.page)} />
  return <ChangeStep {...props} login={login} />
}

/** What a change of address that was begun asks next. */
export function ChangeStep({ frame, done, close, login }: ScreenProps & { readonly login: Login }) {
  const { change } = login
  const state = useSyncExternalStore(change.watch, change.get)
  const t = loginWords(frame.page)
  const { at } = state
  useEffect(() => {
    if (at === 'done') done()
    else if (at === 'none') close()
  }, [at, done, close])
  if (state.at === 'none' || state.at === 'done') return null
  if (state.at === 'prove')
    return (
      <Suspense fallback={<LoginWaiting t={t} />}>
        <Proof login={login} close={close} />
      </Suspense>
    )
  const again = (
    <ResendButton
      resend={change.again}
      until={state.until}
      label={t(state.at === 'wait' ? 'login.changeSend' : 'login.again')}
      t={t}
    />
  )
  const later = (
    <Button tone="ghost" wide onClick={close}>
      {t('login.later')}
    </Button>
  )
  if (state.at === 'wait')
    return (
      <LoginPanel title={t('login.changeWaitTitle')} hint={t('login.changeWaitHint')}>
        <div className="login-actions">
          {again}
          {later}
        </div>
      </LoginPanel>
    )
  const { form, email, next } = state
  return (
    <CodeForm
      key={state.at}
      title={t(state.at === 'primary' ? 'login.changeOldTitle' : 'login.changeNewTitle')}
      hint={t('isLost' in state ? 'login.changeLostHint' : 'login.changeHint', { email, next })}
      form={form}
      enter={change.enterCode}
      t={t}
    >
      {again}
      {later}
    </CodeForm>
  )
}
