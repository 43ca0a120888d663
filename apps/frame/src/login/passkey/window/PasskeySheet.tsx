import { Button, useCss } from 'latchkey/ui'
import { useState } from 'react'
import linkCss from '../../../link/link.css'
import { Failure } from '../../screens/Failure.tsx'
import { LoginPanel } from '../../screens/LoginPanel.tsx'
import { loginWords } from '../../screens/loginWords.ts'
import { useWork } from '../../screens/useWork.ts'
import { PasskeyError, type PasskeyErrorCode } from '../passkeyBrowser.ts'

/** The one button of a window that makes a passkey; what comes of it goes on in the frame. */
export function PasskeySheet({
  make,
  close,
}: {
  readonly make: () => Promise<PasskeyErrorCode | undefined>
  readonly close: () => void
}) {
  useCss(linkCss)
  const t = loginWords({ theme: {}, dapp: {} })
  const { isBusy, failure, run } = useWork()
  const [isMade, setMade] = useState(false)
  const work = () =>
    run(async () => {
      const code = await make()
      if (code !== undefined) throw new PasskeyError(code)
      setMade(true)
    })
  // A second one would take the place of the first, which the services may know already.
  if (isMade)
    return <LoginPanel key="made" title={t('passkeyWindow.madeTitle')} hint={t('passkeyWindow.madeHint')} />
  return (
    <LoginPanel title={t('passkeyWindow.title')} hint={t('passkeyWindow.hint')} onSubmit={work}>
      <Failure failure={failure} t={t} />
      <div className="login-actions">
        <Button tone="primary" wide type="submit" loading={isBusy}>
          {t('passkeyWindow.make')}
        </Button>
        <Button tone="ghost" wide onClick={close}>
          {t('passkeyWindow.close')}
        </Button>
      </div>
    </LoginPanel>
  )
}
