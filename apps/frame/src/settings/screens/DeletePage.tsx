import { Field } from 'latchkey/ui'
import { useState } from 'react'
import { useWork } from '../../login/screens/useWork.ts'
import { deleteAccount } from '../deleteAccount.ts'
import { leaveEverywhere } from '../leaveEverywhere.ts'
import { ConfirmPanel } from './ConfirmPanel.tsx'
import { GatedPanel } from './GatedPanel.tsx'
import type { PageProps } from './page.ts'

/** Logging out of every browser at once. */
export function EverywherePage({ login, t, sure, back }: PageProps) {
  return (
    <ConfirmPanel
      title={t('settings.everywhere')}
      hint={t('settings.everywhereHint')}
      verb={t('settings.everywhere')}
      work={() => sure(() => leaveEverywhere(login))}
      t={t}
      back={back}
    />
  )
}

/** Deleting the key and the account: the visitor types a word, because it cannot be undone. */
export function DeletePage({ login, facts, t, sure, back }: PageProps) {
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const { isBusy, failure, run } = useWork()
  const word = t('settings.deleteWord')
  const isRight = typed.trim().toLocaleLowerCase() === word.toLocaleLowerCase()
  return (
    <GatedPanel
      title={t('settings.delete')}
      hint={t('settings.deleteHint')}
      verb={t('settings.delete')}
      isBusy={isBusy}
      failure={failure}
      t={t}
      back={back}
      agree={() => {
        setTried(true)
        if (isRight) run(() => sure(() => deleteAccount(login, { account: facts.user.account })))
      }}
    >
      {onKeyDown => (
        <Field
          label={t('settings.deleteField', { word })}
          autoCapitalize="characters"
          maxLength={40}
          value={typed}
          error={isTried && !isRight ? t('settings.deleteWrong') : undefined}
          onKeyDown={onKeyDown}
          onValue={text => {
            setTyped(text)
            setTried(false)
          }}
        />
      )}
    </GatedPanel>
  )
}
