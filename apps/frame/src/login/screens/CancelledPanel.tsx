import { Button } from 'latchkey/ui'
import type { Login } from '../createLogin.ts'
import type { LoginState } from '../loginState.ts'
import { Failure } from './Failure.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import type { LoginWords } from './loginWords.ts'
import { useWork } from './useWork.ts'

/** Says how a login ended that its visitor called off, before the page around has its own screen back. */
export function CancelledPanel({
  login,
  state,
  t,
  close,
}: {
  readonly login: Login
  readonly state: Extract<LoginState, { at: 'cancelled' }>
  readonly t: LoginWords
  readonly close: () => void
}) {
  const { email } = state
  const { isBusy, failure, run } = useWork()
  return (
    <LoginPanel
      title={t('login.cancelledTitle')}
      hint={t(state.before === 'create' ? 'login.cancelledNew' : 'login.cancelledClosed')}
    >
      <Failure failure={failure} t={t} />
      <div className="login-actions">
        {email === null ? null : (
          <Button tone="primary" wide loading={isBusy} onClick={() => run(() => login.begin(email))}>
            {t('login.again')}
          </Button>
        )}
        <Button tone="ghost" wide onClick={close}>
          {t('login.close')}
        </Button>
      </div>
    </LoginPanel>
  )
}
