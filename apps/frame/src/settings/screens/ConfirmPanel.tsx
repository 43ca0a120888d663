import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { StepActions } from '../../login/screens/StepActions.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import type { PageProps } from './page.ts'

/** Asks for a second press: explains the action, and offers a way back. */
export function ConfirmPanel({
  title,
  hint,
  verb,
  work,
  t,
  back,
}: Pick<PageProps, 't' | 'back'> & {
  readonly title: string
  readonly hint: string
  readonly verb: string
  readonly work: () => Promise<void>
}) {
  const { isBusy, failure, run } = useWork()
  return (
    <LoginPanel title={title} hint={hint} onSubmit={() => run(work)}>
      <Failure failure={failure} t={t} />
      <StepActions
        verb={verb}
        tone="danger"
        isBusy={isBusy}
        leave={{ words: t('settings.back'), go: back }}
      />
    </LoginPanel>
  )
}
