import { CopyButton } from 'latchkey/ui'
import { useState } from 'react'
import { groupsOfCode } from '../../keys/recovery/recoveryCode.ts'
import { Failure } from './Failure.tsx'
import { LoginPanel } from './LoginPanel.tsx'
import type { LoginWords } from './loginWords.ts'
import { Notes } from './Notes.tsx'
import { StepActions } from './StepActions.tsx'
import { useWork } from './useWork.ts'

export interface KeepProps {
  readonly code: string
  readonly t: LoginWords
  /** What else is to be known about it. */
  readonly notes: readonly string[]
  /** The verb of `finish`. */
  readonly verb: string
  /** Once its visitor says that they have saved it: only from then on it opens the wallet. */
  readonly finish: () => Promise<void>
  readonly back: () => void
}

/** Shows a recovery code once, before it is valid; a tick says that it was saved (reference §2.4). */
export function KeepPanel({ code, t, notes, verb, finish, back }: KeepProps) {
  const [isSaved, setSaved] = useState(false)
  const [isMissed, setMissed] = useState(false)
  const { isBusy, failure, run } = useWork()
  return (
    <LoginPanel
      title={t('login.keepTitle')}
      hint={t('login.keepHint')}
      onSubmit={() => {
        setMissed(!isSaved)
        if (isSaved) run(finish)
      }}
    >
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
      <label className="login-saved">
        <input
          type="checkbox"
          checked={isSaved}
          aria-invalid={isMissed || undefined}
          onChange={event => {
            setSaved(event.currentTarget.checked)
            setMissed(false)
          }}
        />
        <span>{t('login.kept')}</span>
      </label>
      {isMissed ? (
        <p className="login-error" role="alert">
          {t('login.keptFirst')}
        </p>
      ) : null}
      <Failure failure={failure} t={t} />
      <Notes notes={notes} />
      <StepActions verb={verb} isBusy={isBusy} leave={{ words: t('login.back'), go: back }} />
    </LoginPanel>
  )
}
