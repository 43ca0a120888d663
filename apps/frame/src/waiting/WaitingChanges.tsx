import { postLoginWaitingStop, type WaitingChange } from 'latchkey/services'
import { Button } from 'latchkey/ui'
import type { Login } from '../login/createLogin.ts'
import { Failure } from '../login/screens/Failure.tsx'
import { useWork } from '../login/screens/useWork.ts'
import type { PageProps } from '../settings/screens/page.ts'
import { waitingWords } from './waitingTexts.ts'

/** Lists changes that wait: what, from which browser and when, and a press that stops each. */
export function WaitingChanges({
  login,
  waiting,
  t,
  moment,
  changed,
}: Pick<PageProps, 't' | 'moment'> & {
  readonly login: Pick<Login, 'sessions'>
  readonly waiting: readonly WaitingChange[]
  /** After one was stopped, or turned out to be over. */
  readonly changed: () => Promise<void>
}) {
  return waiting.map(change => <Change key={change.id} {...{ login, change, t, moment, changed }} />)
}

function Change({
  login,
  change,
  t,
  moment,
  changed,
}: Omit<Parameters<typeof WaitingChanges>[0], 'waiting'> & { readonly change: WaitingChange }) {
  const { isBusy, failure, run } = useWork()
  const { id, browser, page, begunAt, effectAt, isOwn } = change
  const name = browser ?? t('waiting.unknown')
  const words = waitingWords(change)
  const facts = [
    [t('waiting.effect'), moment(effectAt)],
    [t('waiting.begun'), moment(begunAt)],
    [t('waiting.browser'), isOwn ? `${name} (${t('waiting.here')})` : name],
    [t('waiting.page'), page.replace(/^https?:\/\//, '')],
  ] as const
  return (
    <section className="waiting-change" aria-label={words}>
      <p className="waiting-what">
        <strong>
          <bdi>{words}</bdi>
        </strong>
      </p>
      <dl className="login-facts">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Failure failure={failure} t={t} />
      <Button
        tone="primary"
        wide
        loading={isBusy}
        aria-label={`${t('waiting.stop')}: ${words}`}
        onClick={() =>
          run(async () => {
            await login.sessions.client.call(postLoginWaitingStop, { id })
            await changed()
          })
        }
      >
        {t('waiting.stop')}
      </Button>
    </section>
  )
}
