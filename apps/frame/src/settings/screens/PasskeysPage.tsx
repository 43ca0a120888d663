import { Button, List, Row } from 'latchkey/ui'
import { useState } from 'react'
import type { OwnPasskey } from '../../login/passkey/createPasskeyLogin.ts'
import type { PasskeyBrowser } from '../../login/passkey/passkeyBrowser.ts'
import { WindowButton } from '../../login/passkey/window/WindowButton.tsx'
import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import { ConfirmPanel } from './ConfirmPanel.tsx'
import { PageActions } from './PageActions.tsx'
import type { PageProps } from './page.ts'

/** Passkeys that log in, which of them open the wallet as well, and making one. */
export function PasskeysPage({ frame, login, facts, t, day, sure, reload, back }: PageProps) {
  const [chosen, choose] = useState<OwnPasskey>()
  const [added, setAdded] = useState<boolean>()
  const { isBusy, failure, run } = useWork()
  const { passkeys } = login
  // It would take the one way to recover along with it, or is the one way to log in.
  const isLast = ({ opens }: OwnPasskey) =>
    (opens && facts.factors.length === 1) || facts.user.identities.length === 1
  async function add(by?: PasskeyBrowser): Promise<void> {
    setAdded(undefined)
    // A window stays open meanwhile: a browser opens no second one after the proof.
    setAdded(await sure(() => passkeys.add(undefined, by)))
    await reload()
  }
  if (chosen)
    return (
      <ConfirmPanel
        title={t('settings.passkeyTitle')}
        hint={t('settings.passkeyRemove')}
        verb={t('settings.remove')}
        work={async () => {
          await sure(() => passkeys.delete(chosen.credential))
          await reload()
          choose(undefined)
        }}
        t={t}
        back={() => choose(undefined)}
      />
    )
  return (
    <LoginPanel
      title={t('settings.passkeys')}
      hint={t(passkeys.isSupported ? 'settings.passkeysHint' : 'login.passkeyNone')}
    >
      {facts.passkeys.length === 0 ? (
        <p className="login-note">{t('settings.passkeysNone')}</p>
      ) : (
        <List label={t('settings.passkeys')}>
          {facts.passkeys.map(passkey => (
            <Row
              key={passkey.credential}
              name={passkey.label ?? t('settings.made', { date: day(passkey.createdAt) })}
              detail={`${t(passkey.opens ? 'settings.passkeyOpens' : 'settings.passkeyEnters')} · ${t(
                passkey.isSynced ? 'settings.passkeySynced' : 'settings.passkeyHere',
              )}`}
              end="chevron"
              disabled={isLast(passkey) ? t('settings.removeLast') : undefined}
              onClick={() => choose(passkey)}
            />
          ))}
        </List>
      )}
      <Failure failure={failure} t={t} />
      {added === undefined ? null : (
        <p className="login-note" role="status">
          {t(added ? 'settings.passkeyAdded' : 'settings.passkeyPlain')}
        </p>
      )}
      <PageActions t={t} back={back}>
        {passkeys.isSupported ? (
          <Button tone="primary" wide loading={isBusy} onClick={() => run(() => add())}>
            {t('settings.passkeyAdd')}
          </Button>
        ) : null}
        <WindowButton frame={frame} failure={failure} label={t('login.passkeyWindow')} run={run} make={add} />
      </PageActions>
    </LoginPanel>
  )
}
