import { postCustodyExport } from 'latchkey/services'
import { Button } from 'latchkey/ui'
import { useEffect, useRef, useState } from 'react'
import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { failureWords } from '../../login/screens/loginWords.ts'
import { useWork } from '../../login/screens/useWork.ts'
import { oldPasskeys, oneDay } from '../canShowKey.ts'
import { exportKit, exportWords } from '../exportKey.ts'
import type { FromExportWindow, ToExportWindow } from '../window/messages.ts'
import { openExportWindow } from '../window/openExportWindow.ts'
import { PageActions } from './PageActions.tsx'
import type { PageProps } from './page.ts'

/** Where the key may be shown: in a window of the wallet's own, after a passkey or a day of waiting (T80). */
export function ExportPage({ frame, login, facts, t, moment, sure, prove, reload, back }: PageProps) {
  const { account } = facts.user
  const [isProven, setProven] = useState(false)
  const [isBlocked, setBlocked] = useState(false)
  const passkey = useWork()
  const waiting = useWork()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  // An export request is valid for a day.
  const exportAt =
    facts.exportAt !== null && Date.parse(facts.exportAt) + oneDay > Date.now() ? facts.exportAt : null
  // One that is there may still be lost, or on another device: the other way is open all the same.
  const old = oldPasskeys(login, facts, Date.now())
  const hasPasskey = old.length > 0
  const isDue = exportAt !== null && Date.parse(exportAt) <= Date.now()

  async function answer(asked: FromExportWindow): Promise<ToExportWindow> {
    try {
      return asked.is === 'words'
        ? { is: 'words', ...(await exportWords(login, { account })) }
        : { is: 'kit', page: await exportKit(login, { account, code: asked.code, now: Date.now() }) }
    } catch (error) {
      return { is: 'failed', why: failureWords(t, error) ?? t('login.failed') }
    }
  }

  // In the task of the click, or the browser opens none.
  const open = () => {
    stop.current?.()
    stop.current = openExportWindow(window, { frame, address: facts.address, answer })
    setBlocked(stop.current === undefined)
  }
  const byPasskey = async () => {
    await login.passkeys.prove(old)
    setProven(true)
  }
  const askFor = (cancel: boolean) => async () => {
    await sure(() => login.sessions.client.call(postCustodyExport, { cancel }))
    await reload()
  }
  const wait = (work: () => Promise<void>) => {
    passkey.clear()
    waiting.run(work)
  }
  return (
    <LoginPanel title={t('settings.export')} hint={t('settings.exportHint')}>
      <p className="login-note">{t('settings.exportKit')}</p>
      <p className="login-note">{t('settings.exportWords')}</p>
      {isProven ? null : (
        <p className="login-note">
          {exportAt === null
            ? t('settings.exportAskHint')
            : t('settings.exportWait', { time: moment(exportAt) })}
        </p>
      )}
      {isProven ? (
        <p className="login-note" role="status">
          {t('settings.exportReady')}
        </p>
      ) : null}
      <Failure failure={passkey.failure ?? waiting.failure} t={t} />
      {isBlocked ? (
        <p className="login-error" role="alert">
          {t('settings.exportBlocked')}
        </p>
      ) : null}
      <PageActions t={t} back={back}>
        {isProven ? (
          <Button tone="primary" wide onClick={open}>
            {t('settings.exportOpen')}
          </Button>
        ) : (
          <>
            {hasPasskey ? (
              <Button
                tone={isDue ? 'secondary' : 'primary'}
                wide
                loading={passkey.isBusy}
                onClick={() => {
                  waiting.clear()
                  passkey.run(byPasskey)
                }}
              >
                {t('settings.exportPasskey')}
              </Button>
            ) : null}
            {isDue ? (
              <Button
                tone="primary"
                wide
                loading={waiting.isBusy}
                onClick={() => wait(async () => setProven(await prove()))}
              >
                {t('settings.exportSure')}
              </Button>
            ) : exportAt === null ? (
              <Button
                tone={hasPasskey ? 'secondary' : 'primary'}
                wide
                loading={waiting.isBusy}
                onClick={() => wait(askFor(false))}
              >
                {t('settings.exportAsk')}
              </Button>
            ) : null}
          </>
        )}
        {exportAt === null ? null : (
          <Button wide loading={waiting.isBusy} onClick={() => wait(askFor(true))}>
            {t('settings.exportCancel')}
          </Button>
        )}
      </PageActions>
    </LoginPanel>
  )
}
