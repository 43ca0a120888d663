import { loginNames } from 'latchkey/contract'
import { Button, QrCode } from 'latchkey/ui'
import { useEffect, useRef, useState } from 'react'
import type { SocialPurpose } from '../../login/createSocialLinks.ts'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import { PageActions } from './PageActions.tsx'
import type { PageProps } from './page.ts'
import { SocialFailure } from './SocialFailure.tsx'

const provider = loginNames.farcaster

/** Shows a code for the visitor's Farcaster app, which signs to link the account, or as a proof. */
export function FarcasterStep({
  purpose,
  login,
  t,
  sure = work => work(),
  done,
  back,
}: Pick<PageProps, 'login' | 't' | 'back'> & {
  readonly purpose: SocialPurpose
  readonly sure?: PageProps['sure']
  readonly done: () => Promise<void>
}) {
  const [begun, setBegun] = useState<{ readonly url: string; readonly match: string }>()
  const { failure, run } = useWork()
  const attempt = useRef<AbortController>(undefined)
  const begin = () => {
    const life = new AbortController()
    const { signal } = life
    attempt.current = life
    run(async () => {
      try {
        const next = await sure(() => login.links.beginFarcaster(purpose))
        if (signal.aborted) return
        setBegun(next)
        await login.links.wait(next.flow, { attempt: signal })
        if (!signal.aborted) await done()
      } catch (error) {
        if (!signal.aborted) throw error
      } finally {
        setBegun(undefined)
      }
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is come to
  useEffect(() => {
    begin()
    return () => attempt.current?.abort()
  }, [])
  return (
    <LoginPanel
      title={t(purpose === 'link' ? 'settings.socialTitle' : 'settings.sureTitle', { provider })}
      hint={t(purpose === 'link' ? 'settings.farcasterLinkHint' : 'settings.farcasterHint')}
    >
      {failure === undefined ? (
        <>
          <QrCode text={begun?.url} label={t('settings.farcasterCode')} />
          {begun ? <p className="login-note">{t('settings.match', { match: begun.match })}</p> : null}
        </>
      ) : (
        <SocialFailure failure={failure} purpose={purpose} name={provider} t={t} />
      )}
      <PageActions t={t} back={back}>
        {failure === undefined ? (
          <Button
            wide
            loading={begun === undefined}
            onClick={() => begun && window.open(begun.url, '_blank', 'noopener')}
          >
            {t('settings.farcasterOpen')}
          </Button>
        ) : (
          <Button tone="primary" wide onClick={begin}>
            {t('settings.retry')}
          </Button>
        )}
      </PageActions>
    </LoginPanel>
  )
}
