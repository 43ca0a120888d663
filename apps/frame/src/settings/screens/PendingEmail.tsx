import { Button } from 'latchkey/ui'
import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import { oldPasskeys } from '../canShowKey.ts'
import { PageActions } from './PageActions.tsx'
import type { PageProps } from './page.ts'

/** A change of address that was begun without the old mailbox: when it can be finished, and how it is stopped (§3.2). */
export function PendingEmail({
  login,
  facts,
  pending,
  t,
  moment,
  done,
  back,
}: Pick<PageProps, 'login' | 'facts' | 't' | 'moment' | 'back'> & {
  readonly pending: { readonly to: string; readonly at: string }
  readonly done: () => void
}) {
  const { change, passkeys } = login
  const finishing = useWork()
  const stopping = useWork()
  const isReady = Date.parse(pending.at) <= Date.now()
  const values = { email: pending.to, time: moment(pending.at) }
  return (
    <LoginPanel
      title={t('settings.emailPending')}
      hint={t(isReady ? 'settings.emailReadyHint' : 'settings.emailPendingHint', values)}
      onSubmit={() => {
        if (!isReady) return
        stopping.clear()
        finishing.run(async () => {
          await passkeys.prove(oldPasskeys(login, facts, Date.now()))
          await change.finish(false)
          done()
        })
      }}
    >
      <Failure failure={stopping.failure ?? finishing.failure} t={t} />
      <PageActions t={t} back={back}>
        {isReady ? (
          <Button tone="primary" wide type="submit" loading={finishing.isBusy}>
            {t('settings.emailFinish')}
          </Button>
        ) : null}
        <Button
          wide
          loading={stopping.isBusy}
          onClick={() =>
            stopping.run(async () => {
              await change.finish(true)
              done()
            })
          }
        >
          {t('settings.emailStop')}
        </Button>
      </PageActions>
    </LoginPanel>
  )
}
