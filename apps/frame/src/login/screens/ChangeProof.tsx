import { useState } from 'react'
import { SurePanel } from '../../settings/screens/SurePanel.tsx'
import { settingsTexts } from '../../settings/settingsTexts.ts'
import type { Login } from '../createLogin.ts'
import { Failure } from './Failure.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import { LoginWaiting } from './LoginWaiting.tsx'
import { wordsOf } from './loginWords.ts'
import { StepActions } from './StepActions.tsx'
import { useWork } from './useWork.ts'

/** No page words what changes who a wallet is known by. */
const t = wordsOf(settingsTexts, { theme: {}, dapp: {} })

/** Asks the visitor for a proof before a change of address (T45). */
export function ChangeProof({ login, close }: { readonly login: Login; readonly close: () => void }) {
  const [isProven, setProven] = useState(false)
  const { isBusy, failure, run } = useWork()
  const goOn = () => run(login.change.proven)
  if (!isProven)
    return (
      <SurePanel
        login={login}
        t={t}
        settle={proven => {
          if (!proven) return close()
          setProven(true)
          goOn()
        }}
      />
    )
  if (failure === undefined) return <LoginWaiting t={t} />
  return (
    <LoginPanel title={t('settings.sureTitle')} onSubmit={goOn}>
      <Failure failure={failure} t={t} />
      <StepActions
        verb={t('settings.retry')}
        isBusy={isBusy}
        leave={{ words: t('login.later'), go: close }}
      />
    </LoginPanel>
  )
}
