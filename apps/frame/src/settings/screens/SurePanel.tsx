import { limits, loginNames } from 'latchkey/contract'
import { Button } from 'latchkey/ui'
import { useEffect, useState } from 'react'
import type { ProofCode, ProofWay } from '../../login/createProof.ts'
import type { LinkName } from '../../login/createSocialLinks.ts'
import { CodeForm } from '../../login/screens/CodeForm.tsx'
import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { LoginWaiting } from '../../login/screens/LoginWaiting.tsx'
import { RecoverPanel } from '../../login/screens/RecoverPanel.tsx'
import { ResendButton } from '../../login/screens/ResendButton.tsx'
import { StepActions } from '../../login/screens/StepActions.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import { FarcasterStep } from './FarcasterStep.tsx'
import type { PageProps } from './page.ts'
import { SocialStep } from './SocialStep.tsx'

interface Sent extends ProofCode {
  /** Milliseconds since 1970 from when on another mail may be sent. */
  readonly until: number
}

/**
 * Asks the logged-in visitor for a proof: by a passkey, by a code in their mailbox, or at a provider. A visitor with
 * none of these enters their recovery secret, or logs in again.
 */
export function SurePanel({
  login,
  t,
  hint = t('settings.sureHint'),
  hintNone = t('settings.sureNone'),
  logOut = login.signOut,
  settle,
}: Pick<PageProps, 't' | 'login'> & {
  /** Why they are asked. */
  readonly hint?: string
  /** The hint for a visitor who has to log in again. */
  readonly hintNone?: string
  readonly logOut?: () => Promise<void>
  readonly settle: (isProven: boolean) => void
}) {
  const { proof } = login
  const [ways, setWays] = useState<readonly ProofWay[]>()
  const [provider, choose] = useState<LinkName>()
  const [secrets, setSecrets] = useState<Awaited<ReturnType<typeof proof.secrets>>>([])
  const [sent, setSent] = useState<Sent>()
  const passkey = useWork()
  const mail = useWork()
  const reading = useWork()
  const read = () =>
    reading.run(async () => {
      const known = await proof.ways()
      if (known.includes('secret')) setSecrets(await proof.secrets())
      setWays(known)
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is come to
  useEffect(read, [proof])
  const send = async () => setSent({ ...(await proof.sendCode()), until: Date.now() + limits.emailCooldown })
  const leave = () =>
    reading.run(async () => {
      await logOut()
      settle(false)
    })
  const later = (
    <Button tone="ghost" wide onClick={() => settle(false)}>
      {t('login.later')}
    </Button>
  )
  if (ways === undefined && reading.failure === undefined) return <LoginWaiting t={t} />
  if (ways === undefined)
    return (
      <LoginPanel title={t('settings.sureTitle')} hint={hint} onSubmit={read}>
        <Failure failure={reading.failure} t={t} />
        <StepActions
          verb={t('settings.retry')}
          leave={{ words: t('login.later'), go: () => settle(false) }}
        />
      </LoginPanel>
    )
  if (ways.length === 0)
    return (
      <LoginPanel title={t('settings.sureTitle')} hint={hintNone} onSubmit={leave}>
        <Failure failure={reading.failure} t={t} />
        <StepActions
          verb={t('settings.sureOut')}
          isBusy={reading.isBusy}
          leave={{ words: t('login.later'), go: () => settle(false) }}
        />
      </LoginPanel>
    )
  if (ways.includes('secret'))
    return (
      <RecoverPanel
        login={login}
        t={t}
        state={{ ways: secrets }}
        again={{ hint: t('settings.sureSecretHint'), verb: t('settings.sureSecret') }}
        recover={async way => {
          if (way.kind !== 'code' && way.kind !== 'password') return
          await proof.bySecret(way)
          settle(true)
        }}
        close={() => settle(false)}
      />
    )
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
        <ResendButton resend={send} until={sent.until} label={t('settings.sureAgain')} t={t} />
        {later}
      </CodeForm>
    )
  if (provider === 'farcaster')
    return (
      <FarcasterStep
        login={login}
        t={t}
        purpose="prove"
        done={async () => settle(true)}
        back={() => choose(undefined)}
      />
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
  return (
    <LoginPanel title={t('settings.sureTitle')} hint={hint}>
      <Failure failure={mail.failure ?? passkey.failure} t={t} />
      <div className="login-actions">
        {ways.map((way, at) =>
          way === 'passkey' ? (
            <Button
              key={way}
              tone={at === 0 ? 'primary' : 'secondary'}
              wide
              loading={passkey.isBusy}
              onClick={() => {
                mail.clear()
                passkey.run(async () => {
                  await proof.byPasskey()
                  settle(true)
                })
              }}
            >
              {t('settings.surePasskey')}
            </Button>
          ) : way === 'secret' ? null : way !== 'code' ? (
            <Button key={way} tone={at === 0 ? 'primary' : 'secondary'} wide onClick={() => choose(way)}>
              {t('settings.sureSocial', { provider: loginNames[way] })}
            </Button>
          ) : (
            <Button
              key={way}
              tone={at === 0 ? 'primary' : 'secondary'}
              wide
              loading={mail.isBusy}
              onClick={() => mail.run(send)}
            >
              {t('settings.sureCode')}
            </Button>
          ),
        )}
        {passkey.failure === undefined ? null : (
          <Button wide loading={reading.isBusy} onClick={leave}>
            {t('settings.sureOut')}
          </Button>
        )}
        {later}
      </div>
    </LoginPanel>
  )
}
