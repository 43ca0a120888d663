import { Button, Field } from 'latchkey/ui'
import { useCallback, useState } from 'react'
import { ownEmail } from '../../login/ownEmail.ts'
import { ChangeStep } from '../../login/screens/ChangeScreen.tsx'
import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { StepActions } from '../../login/screens/StepActions.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import { oldPasskeys } from '../canShowKey.ts'
import { PendingEmail } from './PendingEmail.tsx'
import type { PageProps } from './page.ts'

/** Adds an address, or replaces it, with the codes of any change of address (T45). */
export function EmailPage({
  frame,
  login,
  facts,
  t,
  moment,
  reload,
  done,
  back,
}: Pick<PageProps, 'frame' | 'login' | 'facts' | 't' | 'moment' | 'reload' | 'back'> & {
  readonly done: () => void
}) {
  const { change } = login
  const [isBegun, setBegun] = useState(false)
  const [email, setEmail] = useState('')
  const { isBusy, failure, run, clear } = useWork()
  const [isLost, setLost] = useState(false)
  const leave = useCallback(() => setBegun(false), [])
  const asked = useCallback(() => {
    leave()
    // It is not made yet: when it can be is read anew, and shown here.
    if (isLost) void reload()
    else done()
  }, [isLost, leave, reload, done])
  if (isBegun) return <ChangeStep frame={frame} data={undefined} login={login} done={asked} close={leave} />
  const { pendingEmail } = facts.user
  if (pendingEmail)
    return <PendingEmail {...{ login, facts, t, moment, done, back }} pending={pendingEmail} />
  const old = oldPasskeys(login, facts, Date.now())
  const own = ownEmail(facts.user)
  return (
    <LoginPanel
      title={t(own ? 'settings.emailChange' : 'settings.emailAdd')}
      hint={hintOf()}
      onSubmit={() =>
        run(async () => {
          if (isLost) {
            await login.passkeys.prove(old)
            await change.beginLost(email)
          } else await change.begin(email.trim())
          setBegun(true)
        })
      }
    >
      <Field
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="off"
        maxLength={254}
        label={t('settings.emailNew')}
        value={email}
        onValue={text => {
          setEmail(text)
          clear()
        }}
      />
      <Failure failure={failure} t={t} />
      <StepActions
        verb={t('settings.emailSend')}
        isBusy={isBusy}
        leave={{ words: t('settings.back'), go: back }}
      >
        {own && !isLost && old.length > 0 ? (
          <Button
            wide
            onClick={() => {
              clear()
              setLost(true)
            }}
          >
            {t('settings.emailLost')}
          </Button>
        ) : null}
      </StepActions>
    </LoginPanel>
  )

  function hintOf(): string {
    if (!own) return t('settings.emailAddHint')
    return isLost ? t('settings.emailLostHint') : t('settings.emailChangeHint', { email: own })
  }
}
