import { Button } from 'latchkey/ui'
import { useEffect, useState } from 'react'
import type { ProofCode, ProofWay } from '../../login/createProof.ts'
import type { SocialName } from '../../login/createSocialLinks.ts'
import { CodeForm } from '../../login/screens/CodeForm.tsx'
import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { LoginWaiting } from '../../login/screens/LoginWaiting.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import { providerNames } from '../identityName.ts'
import type { PageProps } from './page.ts'
import { SocialStep } from './SocialStep.tsx'

/** Whoever is logged in shows that it is still them, by a passkey or by a code in their mailbox. */
export function SurePanel({
  login,
  t,
  hint: why,
  settle,
}: Pick<PageProps, 't' | 'login'> & {
  /** Why they are asked. */
  readonly hint?: string
  readonly settle: (isProven: boolean) => void
}) {
  const { proof } = login
  const [ways, setWays] = useState<readonly ProofWay[]>()
  const [provider, choose] = useState<SocialName>()
  const [sent, setSent] = useState<ProofCode>()
  const passkey = useWork()
  const mail = useWork()
  useEffect(() => {
    let isOver = false
    proof.ways().then(
      known => !isOver && setWays(known),
      () => !isOver && setWays([]),
    )
    return () => {
      isOver = true
    }
  }, [proof])
  const later = (
    <Button tone="ghost" wide onClick={() => settle(false)}>
      {t('login.later')}
    </Button>
  )
  if (ways === undefined) return <LoginWaiting t={t} />
  if (sent)
    return (
      <CodeForm
        title={t('login.codeTitle')}
        hint={t('login.codeHint', { email: sent.email })}
        form={sent.form}
        enter={async code => {
          await proof.enterCode(sent, code)
          settle(true)
        }}
        t={t}
      >
        {later}
      </CodeForm>
    )
  if (provider)
    return (
      <SocialStep
        login={login}
        t={t}
        provider={provider}
        purpose="prove"
        done={async () => settle(true)}
        back={() => choose(undefined)}
      />
    )
  const hint = ways.length > 0 ? (why ?? t('settings.sureHint')) : t('settings.sureNone')
  return (
    <LoginPanel title={t('settings.sureTitle')} hint={hint}>
      <Failure failure={passkey.failure ?? mail.failure} t={t} />
      <div className="login-actions">
        {ways.map((way, at) =>
          way === 'passkey' ? (
            <Button
              key={way}
              tone={at === 0 ? 'primary' : 'secondary'}
              wide
              loading={passkey.isBusy}
              onClick={() =>
                passkey.run(async () => {
                  await proof.byPasskey()
                  settle(true)
                })
              }
            >
              {t('settings.surePasskey')}
            </Button>
          ) : way !== 'code' ? (
            <Button key={way} tone={at === 0 ? 'primary' : 'secondary'} wide onClick={() => choose(way)}>
              {t('settings.sureSocial', { provider: providerNames[way] })}
            </Button>
          ) : (
            <Button
              key={way}
              tone={at === 0 ? 'primary' : 'secondary'}
              wide
              loading={mail.isBusy}
              onClick={() => mail.run(async () => setSent(await proof.sendCode()))}
            >
              {t('settings.sureCode')}
            </Button>
          ),
        )}
        {later}
      </div>
    </LoginPanel>
  )
}
