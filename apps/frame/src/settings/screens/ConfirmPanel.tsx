import { Button } from 'latchkey/ui'
import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import type { PageProps } from './page.ts'

/** What is done after a second press alone: what it does, in words, and a way back. */
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
      <div className="login-actions">
        <Button tone="danger" wide type="submit" loading={isBusy}>
          {verb}
        </Button>
        <Button tone="ghost" wide onClick={back}>
          {t('settings.back')}
        </Button>
      </div>
    </LoginPanel>
  )
}
