import { Button, List, Row } from 'latchkey/ui'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { identityName } from '../identityName.ts'
import { type Keepsake, keepOf } from '../keepOf.ts'
import { reminderOf } from '../reminderOf.ts'
import type { SettingsText } from '../settingsTexts.ts'
import type { PageProps } from './page.ts'
import { useDelegable } from './useDelegable.ts'
import { usePermissions } from './usePermissions.ts'
import { wayWords } from './wayWords.ts'

const keepWords: Readonly<Record<Keepsake, SettingsText>> = {
  passkey: 'settings.keepPasskey',
  code: 'settings.keepCode',
  password: 'settings.keepPassword',
}

/** Shows the logged-in visitor, the state of recovery, and the settings. */
export function HomePage(props: PageProps) {
  const { facts, t, day, moment, go, back } = props
  const delegable = useDelegable(props)
  const permissions = usePermissions(props)
  const { user, factors, passkeys, devices, mode } = facts
  const reminder = reminderOf(facts)
  const keep = keepOf(facts)
    ?.map(way => t(keepWords[way]))
    .reduce((one, other) => t('settings.keepOr', { one, other }))
  const ways = [...new Set(factors.map(({ kind }) => t(wayWords[kind])))]
  const isFrozen = user.frozenUntil !== null && Date.parse(user.frozenUntil) > Date.now()
  return (
    <LoginPanel title={t('settings.title')} titleHidden>
      <dl className="login-facts">
        {user.identities.map(identity => (
          <div key={`${identity.kind} ${identity.issuer} ${identity.createdAt}`}>
            <dt>{identityName(identity)}</dt>
            <dd>
              <bdi>{identity.label ?? day(identity.createdAt)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {facts.waiting.length === 0 ? null : (
        <div className="login-actions" role="status">
          <p className="login-warning">{t('waiting.warning')}</p>
          <Button tone="primary" wide onClick={() => go('waiting')}>
            {t('waiting.see')}
          </Button>
        </div>
      )}
      {reminder === undefined ? null : (
        <div className="login-actions">
          <p className="login-warning">
            {t(reminder === 'none' ? 'settings.remindNone' : 'settings.remindPasskey')}
          </p>
          <Button tone="primary" wide onClick={() => go('recovery')}>
            {t(reminder === 'none' ? 'protect.title' : 'settings.makeCode')}
          </Button>
        </div>
      )}
      {isFrozen && user.frozenUntil !== null ? (
        <p className="login-note">{t('settings.frozen', { until: moment(user.frozenUntil) })}</p>
      ) : null}
      <List label={t('settings.title')}>
        <Row
          name={t('settings.recovery')}
          detail={ways.length === 0 ? t('settings.recoveryNone') : ways.join(', ')}
          end="chevron"
          onClick={() => go('recovery')}
        />
        <Row
          name={t('settings.methods')}
          value={String(user.identities.length)}
          end="chevron"
          onClick={() => go('methods')}
        />
        <Row
          name={t('settings.passkeys')}
          value={String(passkeys.length)}
          end="chevron"
          onClick={() => go('passkeys')}
        />
        <Row
          name={t('settings.devices')}
          value={String(devices.length)}
          end="chevron"
          onClick={() => go('devices')}
        />
        {permissions === 0 ? null : (
          <Row
            name={t('settings.permissions')}
            value={String(permissions)}
            end="chevron"
            onClick={() => go('permissions')}
          />
        )}
        {delegable === 0 ? null : (
          <Row name={t('settings.delegation')} end="chevron" onClick={() => go('delegation')} />
        )}
        <Row name={t('settings.export')} end="chevron" onClick={() => go('export')} />
        <Row name={t('settings.everywhere')} end="chevron" onClick={() => go('everywhere')} />
        <Row name={t('settings.delete')} end="chevron" onClick={() => go('delete')} />
      </List>
      {keep === undefined ? null : <p className="login-note">{t('settings.keep', { ways: keep })}</p>}
      <p className="login-note">{t(mode === 'operator' ? 'settings.operated' : 'login.keepOperator')}</p>
      <p className="login-note">{t('login.keepBeta')}</p>
      <div className="login-actions">
        <Button tone="ghost" wide onClick={back}>
          {t('settings.done')}
        </Button>
      </div>
    </LoginPanel>
  )
}
