import { getLoginWaiting, postLoginDelete, type WaitingChange } from 'latchkey/services'
import { Button, useCss } from 'latchkey/ui'
import { useCallback, useEffect, useState } from 'react'
import { CustodyRefusal } from '../keys/custodyClient.ts'
import type { Login } from '../login/createLogin.ts'
import { LoginPanel } from '../login/screens/LoginPanel.tsx'
import { wordsOf } from '../login/screens/loginWords.ts'
import { useWork } from '../login/screens/useWork.ts'
import { GatedPanel } from '../settings/screens/GatedPanel.tsx'
import css from '../settings/screens/settings.css'
import { settingsTexts } from '../settings/settingsTexts.ts'
import { WaitingChanges } from './WaitingChanges.tsx'

/** No page words what deletes: these are the wallet's own words. */
const t = wordsOf(settingsTexts, { theme: {}, dapp: {} })

/**
 * For a visitor who is logged in and cannot recover the wallet: deletes the account after 72 hours, in which every browser and
 * mail of its owner's can stop it; shows what waits already.
 */
export function LostPanel({
  login,
  account,
  locale,
  back,
}: {
  readonly login: Pick<Login, 'sessions'>
  readonly account: string
  readonly locale: string | undefined
  readonly back: () => void
}) {
  useCss(css)
  const { client } = login.sessions
  const [waiting, setWaiting] = useState<readonly WaitingChange[]>([])
  const [isStopped, setStopped] = useState(false)
  const [until, setUntil] = useState<string>()
  const { isBusy, failure, run } = useWork()
  const moment = (time: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))
  const read = useCallback(async () => setWaiting((await client.call(getLoginWaiting)).waiting), [client])
  // What cannot be read is read again after the press.
  useEffect(() => void read().catch(() => {}), [read])

  if (waiting.length > 0)
    return (
      <LoginPanel
        title={t('waiting.title')}
        hint={t(
          waiting.some(each => each.isOwn && each.kind === 'account') ? 'waiting.lostWaits' : 'waiting.hint',
        )}
      >
        <WaitingChanges
          {...{ login, waiting, t, moment }}
          changed={async () => {
            await read()
            setStopped(true)
          }}
        />
        <div className="login-actions">
          <Button tone="ghost" wide onClick={back}>
            {t('settings.back')}
          </Button>
        </div>
      </LoginPanel>
    )
  return (
    <>
      <GatedPanel
        title={t('waiting.lostTitle')}
        hint={t('waiting.lostHint')}
        verb={t('waiting.lostDelete')}
        isBusy={isBusy}
        failure={failure}
        t={t}
        back={back}
        agree={() =>
          run(async () => {
            setStopped(false)
            setUntil(undefined)
            try {
              await client.call(postLoginDelete, { account })
            } catch (error) {
              if (!(error instanceof CustodyRefusal) || error.code !== 'APKT010' || !error.retryAfter)
                throw error
              setUntil(new Date(Date.now() + error.retryAfter * 1_000).toISOString())
              return
            }
            await read()
          })
        }
      />
      {isStopped || until !== undefined ? (
        <p className="login-note" role="status">
          {until === undefined ? t('waiting.stopped') : t('waiting.lostLater', { time: moment(until) })}
        </p>
      ) : null}
    </>
  )
}
