import { limits, loginNames } from 'latchkey/contract'
import { Button } from 'latchkey/ui'
import { useEffect, useRef, useState } from 'react'
import type { SocialName, SocialPurpose } from '../../login/createSocialLinks.ts'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import { PageActions } from './PageActions.tsx'
import type { PageProps } from './page.ts'
import { SocialFailure } from './SocialFailure.tsx'

/** As a login by a provider has it (SPEC §9 "Social popup"). */
const size = `popup,width=${limits.popupWidth},height=${limits.popupHeight}`

type Begun = Awaited<ReturnType<PageProps['login']['links']['begin']>>

/** Opens a provider in a window of the wallet's origin, and waits until it has identified the visitor. */
export function SocialStep({
  provider,
  purpose,
  login,
  t,
  sure = work => work(),
  done,
  back,
}: Pick<PageProps, 'login' | 't' | 'back'> & {
  readonly provider: SocialName
  readonly purpose: SocialPurpose
  readonly sure?: PageProps['sure']
  readonly done: () => Promise<void>
}) {
  const { links } = login
  const [begun, setBegun] = useState<Begun>()
  const [isBlocked, setBlocked] = useState(false)
  /** The number of the window that is open. */
  const [open, setOpen] = useState<string>()
  const { isBusy, failure, run } = useWork()
  /** Cancels the pending step, and closes its window. */
  const leave = useRef<() => void>(undefined)
  const name = loginNames[provider]
  const prepare = () => run(async () => setBegun(await sure(() => links.begin(provider, purpose))))
  // Before the click: a window opens in its task or not at all.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is come to
  useEffect(() => {
    prepare()
    return () => leave.current?.()
  }, [])

  function go({ uri, flow, match }: Begun): void {
    const opened = window.open(uri, '_blank', size)
    setBlocked(opened === null)
    if (opened === null) return
    // A link that was used leads nowhere any more.
    setBegun(undefined)
    setOpen(match)
    const attempt = new AbortController()
    const { signal } = attempt
    leave.current = () => {
      attempt.abort()
      opened.close()
    }
    run(async () => {
      try {
        // Some providers part their window from this page, which looks like a closed one: not while it is used.
        await links.wait(flow, { attempt: signal, isClosed: () => opened.closed && document.hasFocus() })
        // A visitor who went back is elsewhere by now.
        if (!signal.aborted) await done()
      } catch (error) {
        if (!signal.aborted) throw error
      } finally {
        opened.close()
        setOpen(undefined)
      }
    })
  }

  return (
    <LoginPanel
      title={t(purpose === 'link' ? 'settings.socialTitle' : 'settings.sureTitle', { provider: name })}
      hint={t(purpose === 'link' ? 'settings.socialHint' : 'settings.socialProveHint', { provider: name })}
    >
      <SocialFailure failure={failure} purpose={purpose} name={name} t={t} />
      {isBlocked ? (
        <p className="login-error" role="alert">
          {t('settings.exportBlocked')}
        </p>
      ) : null}
      {open ? (
        <p className="login-note" role="status">
          {t('settings.socialWait')}. {t('settings.match', { match: open })}
        </p>
      ) : null}
      <PageActions t={t} back={back}>
        {begun ? (
          <Button tone="primary" wide onClick={() => go(begun)}>
            {t('settings.socialGo', { provider: name })}
          </Button>
        ) : (
          <Button tone="primary" wide loading={isBusy} onClick={prepare}>
            {t(isBusy ? 'settings.socialGo' : 'settings.retry', { provider: name })}
          </Button>
        )}
      </PageActions>
    </LoginPanel>
  )
}
