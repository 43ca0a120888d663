import { loginNames } from 'latchkey/contract'
import { Button, List, Row } from 'latchkey/ui'
import { useCallback, useEffect, useState } from 'react'
import { canProve } from '../../login/canProve.ts'
import type { LinkName } from '../../login/createSocialLinks.ts'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { identityName } from '../identityName.ts'
import type { Facts } from '../readFacts.ts'
import { ConfirmPanel } from './ConfirmPanel.tsx'
import { EmailPage } from './EmailPage.tsx'
import { FarcasterStep } from './FarcasterStep.tsx'
import { PageActions } from './PageActions.tsx'
import type { PageProps } from './page.ts'
import { SocialStep } from './SocialStep.tsx'

type Identity = Facts['user']['identities'][number]

type Step =
  | { readonly at: 'list' }
  | { readonly at: 'email' }
  | { readonly at: 'link'; readonly provider: LinkName }
  | { readonly at: 'unlink'; readonly identity: Identity }

/** Lists the visitor's login methods: adds one, and removes all but the last (T51). */
export function MethodsPage(props: PageProps) {
  const { login, t, sure, reload } = props
  const [step, setStep] = useState<Step>({ at: 'list' })
  const list = useCallback(() => setStep({ at: 'list' }), [])
  const settled = useCallback(async () => {
    await reload()
    list()
  }, [reload, list])
  switch (step.at) {
    case 'email':
      return <EmailPage {...props} done={settled} back={list} />
    case 'link': {
      const asked = { ...props, purpose: 'link', done: settled, back: list } as const
      if (step.provider === 'farcaster') return <FarcasterStep {...asked} />
      return <SocialStep {...asked} provider={step.provider} />
    }
    case 'unlink': {
      const name = identityName(step.identity)
      return (
        <ConfirmPanel
          title={t('settings.unlinkTitle', { provider: name })}
          hint={t('settings.unlinkHint', { provider: name })}
          verb={t('settings.remove')}
          work={async () => {
            // Of an identity that is neither an address nor a passkey the issuer is the provider's name.
            await sure(() => login.links.unlink(step.identity.issuer as LinkName))
            await settled()
          }}
          t={t}
          back={list}
        />
      )
    }
    default:
      return <MethodsList {...props} choose={setStep} />
  }
}

function MethodsList({
  login,
  facts,
  t,
  day,
  go,
  back,
  choose,
}: PageProps & { readonly choose: (step: Step) => void }) {
  const [offered, setOffered] = useState<readonly LinkName[]>([])
  const { identities } = facts.user
  useEffect(() => {
    let isOver = false
    login.links.offered().then(
      known => !isOver && setOffered(known),
      // Without them there is less to add, and nothing else is missing.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [login])
  /** Why it stays: nothing else logs in, or, where nothing protects the wallet, could prove its visitor and unlock it (S5). */
  const staying = (identity: Identity) => {
    if (identities.length === 1) return t('settings.methodLast')
    const rest = identities.filter(each => each !== identity)
    if (facts.mode === 'user' && facts.factors.length === 0 && !canProve({ identities: rest }))
      return t('settings.methodProving')
    return undefined
  }
  const pressed = (identity: Identity) => () => {
    if (identity.kind === 'email') choose({ at: 'email' })
    else if (identity.kind === 'passkey') go('passkeys')
    else choose({ at: 'unlink', identity })
  }
  const more = offered.filter(provider => !identities.some(({ issuer }) => issuer === provider))
  return (
    <LoginPanel title={t('settings.methods')} hint={t('settings.methodsHint')}>
      <List label={t('settings.methods')}>
        {identities.map(identity => {
          const { kind, issuer, label, createdAt } = identity
          const leads = kind === 'email' || kind === 'passkey'
          const stays = leads ? undefined : staying(identity)
          return (
            <Row
              key={`${kind} ${issuer} ${createdAt}`}
              name={identityName(identity)}
              detail={<bdi>{label ?? t('settings.added', { date: day(createdAt) })}</bdi>}
              disabled={stays}
              {...(leads
                ? { end: 'chevron' }
                : { value: stays === undefined ? t('settings.remove') : undefined })}
              onClick={pressed(identity)}
            />
          )
        })}
      </List>
      <PageActions t={t} back={back}>
        {identities.some(({ kind }) => kind === 'email') ? null : (
          <Button tone="primary" wide onClick={() => choose({ at: 'email' })}>
            {t('settings.emailAdd')}
          </Button>
        )}
        {more.map(provider => (
          <Button key={provider} wide onClick={() => choose({ at: 'link', provider })}>
            {t('settings.socialAdd', { provider: loginNames[provider] })}
          </Button>
        ))}
        <Button wide onClick={() => go('passkeys')}>
          {t('settings.passkeyAdd')}
        </Button>
      </PageActions>
    </LoginPanel>
  )
}
