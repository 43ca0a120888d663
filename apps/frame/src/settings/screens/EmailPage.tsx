import { Field } from 'latchkey/ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ChangeStep } from '../../login/screens/ChangeScreen.tsx'
import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { StepActions } from '../../login/screens/StepActions.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import type { PageProps } from './page.ts'

/** An address for who has none, or another one: its codes are asked as those of any change of address (T45). */
export function EmailPage({
  frame,
  login,
  facts,
  t,
  done,
  back,
}: Pick<PageProps, 'frame' | 'login' | 'facts' | 't' | 'back'> & { readonly done: () => void }) {
  const { change } = login
  const state = useSyncExternalStore(change.watch, change.get)
  const [isBegun, setBegun] = useState(false)
  const [email, setEmail] = useState('')
  const { isBusy, failure, run, clear } = useWork()
  const { at } = state
  useEffect(() => {
    if (isBegun && at === 'done') done()
  }, [isBegun, at, done])
  if (isBegun && at !== 'none' && at !== 'done')
    return (
      <ChangeStep frame={frame} data={undefined} login={login} done={done} close={() => setBegun(false)} />
    )
  const own = facts.user.identities.find(({ kind }) => kind === 'email')?.label
  return (
    <LoginPanel
      title={t(own ? 'settings.emailChange' : 'settings.emailAdd')}
      hint={own ? t('settings.emailChangeHint', { email: own }) : t('settings.emailAddHint')}
      onSubmit={() =>
        run(async () => {
          await change.begin(email.trim())
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
      />
    </LoginPanel>
  )
}
