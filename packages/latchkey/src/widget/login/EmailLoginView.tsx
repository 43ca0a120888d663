import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { AddressForm } from './AddressForm.tsx'
import { AskedByFrame } from './AskedByFrame.tsx'
import { loginFlowOf } from './loginFlowOf.ts'
import { loginTexts } from './loginTexts.ts'
import { useRecentEmails } from './useRecentEmails.ts'

/** EmailLogin: the address here, and whatever proves it in the wallet's own frame (SPEC §4 "Email login"). */
export function EmailLoginView() {
  const t = useTexts(loginTexts)
  const flow = loginFlowOf(useWidget())
  const state = useMachine(flow.machine)
  const recent = useRecentEmails()
  if (state.at !== 'typing') return <AskedByFrame view="EmailLogin" />
  return (
    <AddressForm
      flow={flow}
      state={state}
      title={t('login.lead')}
      hint={t('login.hint')}
      label={t('login.label')}
      action={t('login.go')}
    >
      {recent.length === 0 ? null : (
        <fieldset className="login-recent">
          <legend>{t('login.recent')}</legend>
          {recent.map(address => (
            <button key={address} type="button" className="login-known" onClick={() => flow.send(address)}>
              {address}
            </button>
          ))}
        </fieldset>
      )}
    </AddressForm>
  )
}
