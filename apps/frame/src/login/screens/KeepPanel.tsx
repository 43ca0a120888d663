import { CopyButton } from 'latchkey/ui'
import { useState } from 'react'
import { groupsOfCode } from '../../keys/recovery/recoveryCode.ts'
import type { Login } from '../createLogin.ts'
import { Failure } from './Failure.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import type { LoginWords } from './loginWords.ts'
import { memoryNotes } from './memoryNotes.ts'
import { Notes } from './Notes.tsx'
import { ProvePanel } from './ProvePanel.tsx'
import { StepActions } from './StepActions.tsx'
import { useWork } from './useWork.ts'

export interface KeepProps {
  readonly code: string
  readonly t: LoginWords
  /** What else is to be known about it. */
  readonly notes: readonly string[]
  /** The verb of `finish`. */
  readonly verb: string
  /** Once two groups of it were typed by who wrote it down. */
  readonly finish: () => Promise<void>
  readonly close: () => void
}

/** Shows a recovery code once, before it is valid: no wallet exists without a way to recover it (reference §2.3). */
export function KeepPanel({ code, t, notes, verb, finish, close }: KeepProps) {
  const [isKept, setKept] = useState(false)
  if (isKept) return <ProvePanel code={code} t={t} verb={verb} finish={finish} back={() => setKept(false)} />
  return (
    <LoginPanel title={t('login.keepTitle')} hint={t('login.keepHint')} onSubmit={() => setKept(true)}>
      <div className="login-kept">
        <ol className="login-groups" aria-label={t('login.keepCode')} dir="ltr">
          {groupsOfCode(code).map((group, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be the same, and none moves
            <li key={at}>{group}</li>
          ))}
        </ol>
        <CopyButton
          text={code}
          label={t('login.copy')}
          copiedLabel={t('login.copied')}
          failedLabel={t('login.copyFailed')}
        />
      </div>
      <Notes notes={[...notes, t('login.keepOperator'), t('login.keepBeta')]} />
      <StepActions verb={t('login.kept')} leave={{ words: t('login.later'), go: close }} />
    </LoginPanel>
  )
}

interface CreateProps {
  readonly login: Login
  readonly t: LoginWords
  readonly close: () => void
}

/** Shows, before a key is created, that the operator stores keys as well (reference §2.4). */
export function OperatedPanel(props: CreateProps) {
  const { t } = props
  return <CreatePanel {...props} title={t('login.operatedTitle')} hint={t('login.operatedHint')} notes={[]} />
}

/** Where the passkey that was used to log in opens the wallet as well: nothing is to be written down (reference §2.3). */
export function PasskeyKeepPanel(props: CreateProps) {
  const { t } = props
  return (
    <CreatePanel
      {...props}
      title={t('login.passkeyKeepTitle')}
      hint={t('login.passkeyKeepHint')}
      notes={[...memoryNotes(props.login, t, true), t('login.passkeyKeepMore'), t('login.keepOperator')]}
    />
  )
}

function CreatePanel({
  login,
  t,
  close,
  title,
  hint,
  notes,
}: CreateProps & {
  readonly title: string
  readonly hint: string
  readonly notes: readonly string[]
}) {
  const { isBusy, failure, run } = useWork()
  return (
    <LoginPanel title={title} hint={hint} onSubmit={() => run(login.create)}>
      <Failure failure={failure} t={t} />
      <Notes notes={[...notes, t('login.keepBeta')]} />
      <StepActions verb={t('login.create')} isBusy={isBusy} leave={{ words: t('login.later'), go: close }} />
    </LoginPanel>
  )
}
