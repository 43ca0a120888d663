import { Button, List, Row } from 'latchkey/ui'
import { useState } from 'react'
import { deleteFactor } from '../../keys/recovery/addFactor.ts'
import { makeRecoveryCode } from '../../keys/recovery/recoveryCode.ts'
import type { Keepsake } from '../../login/keepsake.ts'
import { KeepPanel } from '../../login/screens/KeepPanel.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import type { KnownFactor } from '../readFacts.ts'
import { ConfirmPanel } from './ConfirmPanel.tsx'
import { PageActions } from './PageActions.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { ProtectPanel } from './ProtectPanel.tsx'
import type { PageProps } from './page.ts'
import { wayWords } from './wayWords.ts'

type Step =
  | { readonly at: 'list' }
  | { readonly at: 'code'; readonly code: string }
  | { readonly at: 'password' }
  | { readonly at: 'remove'; readonly factor: KnownFactor }

/** What brings the wallet to another browser: made here, and taken back here (reference §2.3). */
export function RecoveryPage(props: PageProps) {
  const { login, facts, t, sure, reload, back } = props
  const [step, setStep] = useState<Step>({ at: 'list' })
  // As it was when the page was opened: what is made now does not change what is looked at.
  const [isUnprotected] = useState(facts.factors.length === 0)
  const { account } = facts.user
  const list = () => setStep({ at: 'list' })
  const settled = async () => {
    await reload()
    list()
  }
  const keep = async (way: Keepsake) => {
    await sure(() => login.keep(way))
    await settled()
  }
  if (isUnprotected)
    return (
      <ProtectPanel
        {...props}
        finished={async () => {
          await reload()
          back()
        }}
        leave={{ words: t('protect.later'), go: back }}
      />
    )
  switch (step.at) {
    case 'code':
      return (
        <KeepPanel
          t={t}
          code={step.code}
          notes={facts.factors.some(({ kind }) => kind === 'code') ? [t('settings.codeMore')] : []}
          verb={t('settings.addCode')}
          finish={() => keep({ kind: 'code', code: step.code })}
          back={list}
        />
      )
    case 'password':
      return <PasswordPanel t={t} keep={keep} back={list} />
    case 'remove':
      return (
        <ConfirmPanel
          title={t('settings.removeTitle')}
          hint={t('settings.removeHint', { way: t(wayWords[step.factor.kind]) })}
          verb={t('settings.remove')}
          work={async () => {
            await sure(() => deleteFactor(login.keys, { account, id: step.factor.id }))
            await settled()
          }}
          t={t}
          back={list}
        />
      )
    default:
      return (
        <WaysPanel
          {...props}
          remove={factor => setStep({ at: 'remove', factor })}
          makeCode={() => setStep({ at: 'code', code: makeRecoveryCode() })}
          makePassword={() => setStep({ at: 'password' })}
        />
      )
  }
}

function WaysPanel({
  facts,
  t,
  day,
  go,
  back,
  remove,
  makeCode,
  makePassword,
}: PageProps & {
  readonly remove: (factor: KnownFactor) => void
  readonly makeCode: () => void
  readonly makePassword: () => void
}) {
  const { factors } = facts
  const isLast = factors.length === 1
  const hasCode = factors.some(({ kind }) => kind === 'code')
  return (
    <LoginPanel title={t('settings.recovery')} hint={t('settings.recoveryHint')}>
      {factors.length === 0 ? (
        <p className="login-warning">{t('settings.remindNone')}</p>
      ) : (
        <List label={t('settings.recovery')}>
          {factors.map(factor => (
            <Row
              key={factor.id}
              name={factor.label ?? t(wayWords[factor.kind])}
              detail={
                factor.usedAt === null
                  ? t('settings.made', { date: day(factor.createdAt) })
                  : t('settings.usedOn', { date: day(factor.usedAt) })
              }
              disabled={isLast ? t('settings.removeLast') : undefined}
              value={isLast ? undefined : t('settings.remove')}
              onClick={() => remove(factor)}
            />
          ))}
        </List>
      )}
      <PageActions t={t} back={back}>
        <Button tone={hasCode ? 'secondary' : 'primary'} wide onClick={makeCode}>
          {t('settings.makeCode')}
        </Button>
        <Button wide onClick={makePassword}>
          {t('settings.makePassword')}
        </Button>
        <Button wide onClick={() => go('passkeys')}>
          {t('settings.passkeyAdd')}
        </Button>
      </PageActions>
    </LoginPanel>
  )
}
