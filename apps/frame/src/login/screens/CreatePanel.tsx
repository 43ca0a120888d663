import type { Login } from '../createLogin.ts'
import { Failure } from './Failure.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import type { LoginWords } from './loginWords.ts'
import { memoryNotes } from './memoryNotes.ts'
import { Notes } from './Notes.tsx'
import { StepActions } from './StepActions.tsx'
import { useWork } from './useWork.ts'

interface CreateProps {
  readonly login: Login
  readonly t: LoginWords
}

/** Shows, before a key is created, that the operator stores keys as well (reference §2.4). */
export function OperatedPanel(props: CreateProps) {
  const { t } = props
  return (
    <CreatePanel
      {...props}
      title={t('login.operatedTitle')}
      hint={t('login.operatedHint')}
      notes={[t('login.keepBeta')]}
    />
  )
}

/** Where the passkey that was used to log in opens the wallet as well: nothing is to be written down (reference §2.3). */
export function PasskeyKeepPanel(props: CreateProps) {
  const { t } = props
  return (
    <CreatePanel
      {...props}
      title={t('login.passkeyKeepTitle')}
      hint={t('login.passkeyKeepHint')}
      notes={memoryNotes(props.login, t, true)}
      more={[t('login.keepOperator'), t('login.keepBeta')]}
    />
  )
}

/** A wallet that was to be made without a press, and could not be: the services did not answer. */
export function RetryPanel(props: CreateProps) {
  const { t } = props
  return (
    <CreatePanel
      {...props}
      title={t('login.retryTitle')}
      hint={t('login.retryHint')}
      notes={[t('login.keepBeta')]}
    />
  )
}

function CreatePanel({
  login,
  t,
  title,
  hint,
  notes,
  more = [],
}: CreateProps & {
  readonly title: string
  readonly hint: string
  readonly notes: readonly string[]
  /** How the wallet is kept, behind a line that opens it. */
  readonly more?: readonly string[]
}) {
  const { isBusy, failure, run } = useWork()
  return (
    <LoginPanel title={title} hint={hint} onSubmit={() => run(login.create)}>
      <Failure failure={failure} t={t} />
      <Notes notes={notes} />
      <StepActions
        verb={t('login.create')}
        isBusy={isBusy}
        leave={{ words: t('login.cancel'), go: () => run(login.cancel) }}
      />
      {more.length === 0 ? null : (
        <details className="login-more">
          <summary>{t('protect.how')}</summary>
          {more.map(each => (
            <p key={each}>{each}</p>
          ))}
        </details>
      )}
    </LoginPanel>
  )
}
