import { useEngineState } from '../shell/useEngineState.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { AddressForm } from './AddressForm.tsx'
import { AskedByFrame } from './AskedByFrame.tsx'
import { emailOf } from './emailOf.ts'
import { changeFlowOf } from './loginFlowOf.ts'
import { loginTexts } from './loginTexts.ts'

/** UpdateEmailWallet: the new address here, the codes at the old and the new one in the wallet's frame (SPEC §4 "Email change"). */
export function UpdateEmailView() {
  const t = useTexts(loginTexts)
  const flow = changeFlowOf(useWidget())
  const state = useMachine(flow.machine)
  const email = useEngineState(({ state: { connections } }) => emailOf(connections))
  if (state.at !== 'typing') return <AskedByFrame view="UpdateEmailWallet" />
  return (
    <AddressForm
      flow={flow}
      state={state}
      title={t('login.changeLead')}
      hint={email === undefined ? t('login.changeHintFirst') : t('login.changeHint', { email })}
      label={t('login.changeNew')}
      action={t('login.changeSend')}
      known={email}
    />
  )
}
