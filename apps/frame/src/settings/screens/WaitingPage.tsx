import { useState } from 'react'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { WaitingChanges } from '../../waiting/WaitingChanges.tsx'
import { PageActions } from './PageActions.tsx'
import type { PageProps } from './page.ts'

/** Changes that a browser without the key began: each is stopped by a press, until it takes effect (T115). */
export function WaitingPage({ login, facts, t, moment, reload, back }: PageProps) {
  const [isStopped, setStopped] = useState(false)
  const { waiting } = facts
  const isEmpty = waiting.length === 0
  return (
    <LoginPanel title={t('waiting.title')} hint={t(isEmpty ? 'waiting.none' : 'waiting.hint')}>
      {isStopped ? (
        <p className="login-note" role="status">
          {t('waiting.stopped')}
        </p>
      ) : null}
      <WaitingChanges
        {...{ login, waiting, t, moment }}
        changed={async () => {
          await reload()
          setStopped(true)
        }}
      />
      <PageActions t={t} back={back} />
    </LoginPanel>
  )
}
