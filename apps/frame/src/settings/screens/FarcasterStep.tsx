import { isLatchkeyError } from 'latchkey/contract'
import { Button, QrCode } from 'latchkey/ui'
import { useEffect, useRef, useState } from 'react'
import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import { PageActions } from './PageActions.tsx'
import type { PageProps } from './page.ts'

/** A code for the Farcaster app of who is logged in, which signs that it is still them. */
export function FarcasterStep({
  login,
  t,
  done,
  back,
}: Pick<PageProps, 'login' | 't' | 'back'> & { readonly done: () => void }) {
  const [url, setUrl] = useState<string>()
  const { failure, run } = useWork()
  const attempt = useRef<AbortController>(undefined)
  const name = t('settings.farcaster')
  const begin = () => {
    const life = new AbortController()
    const { signal } = life
    attempt.current = life
    run(async () => {
      try {
        const begun = await login.links.beginFarcaster()
        if (signal.aborted) return
        setUrl(begun.url)
        await login.links.wait(begun.flow, { attempt: signal })
        if (!signal.aborted) done()
      } catch (error) {
        if (!signal.aborted) throw error
      } finally {
        setUrl(undefined)
      }
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is come to
  useEffect(() => {
    begin()
    return () => attempt.current?.abort()
  }, [])
  const isOther = isLatchkeyError(failure) && failure.context.reason === 'other'
  return (
    <LoginPanel title={t('settings.sureTitle')} hint={t('settings.farcasterHint')}>
      {failure === undefined ? (
        <QrCode text={url} label={t('settings.farcasterCode')} />
      ) : isOther ? (
        <p className="login-error" role="alert">
          {t('settings.socialOther', { provider: name })}
        </p>
      ) : (
        <Failure failure={failure} t={t} />
      )}
      <PageActions t={t} back={back}>
        {failure === undefined ? (
          <Button
            wide
            loading={url === undefined}
            onClick={() => url && window.open(url, '_blank', 'noopener')}
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
