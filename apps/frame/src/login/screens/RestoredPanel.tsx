import { Address } from 'latchkey/ui'
import type { Login } from '../createLogin.ts'
import type { LoginState } from '../loginState.ts'
import { Failure } from './Failure.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import type { LoginWords } from './loginWords.ts'
import { StepActions } from './StepActions.tsx'
import { useWork } from './useWork.ts'

/** Shows which wallet a new browser restored, before it is used: services that lie could name another one (S4). */
export function RestoredPanel({
  login,
  state,
  t,
}: {
  readonly login: Login
  readonly state: Extract<LoginState, { at: 'restored' }>
  readonly t: LoginWords
}) {
  const { isBusy, failure, run } = useWork()
  const { eip155, solana } = state.addresses
  return (
    <LoginPanel
      title={t('login.restoredTitle')}
      hint={t('login.restoredHint')}
      onSubmit={() => run(login.confirm)}
    >
      <Failure failure={failure} t={t} />
      <dl className="login-restored">
        <dt>{t('login.restoredEvm')}</dt>
        <dd>
          <Address address={eip155} full />
        </dd>
        {state.smart !== undefined && (
          <>
            <dt>{t('login.restoredSmart')}</dt>
            <dd>
              <Address address={state.smart} full />
            </dd>
          </>
        )}
        <dt>{t('login.restoredSolana')}</dt>
        <dd>
          <Address address={solana} full />
        </dd>
      </dl>
      <StepActions
        verb={t('login.restoredUse')}
        isBusy={isBusy}
        leave={{ words: t('login.cancel'), go: () => run(login.cancel) }}
      />
    </LoginPanel>
  )
}
