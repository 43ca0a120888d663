import { useEffect, useState } from 'react'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { wordsOf } from '../../login/screens/loginWords.ts'
import { StepActions } from '../../login/screens/StepActions.tsx'
import type { ScreenProps } from '../../screens/screen.ts'
import type { KeeperKeys } from '../keeperKeys.ts'
import { keeperOf, ownerOf } from '../keeperOf.ts'
import { keeperTexts } from '../keeperTexts.ts'
import { askKeeper, openKeeper } from '../window/askKeeper.ts'
import { KeeperFailure, type KeeperTrouble } from './KeeperFailure.tsx'

/** Offers a visitor who has just logged in to keep the wallet by a window; done in either case. */
export function KeepScreen({ frame, done }: ScreenProps) {
  const t = wordsOf(keeperTexts, frame.page)
  const [keys, setKeys] = useState<KeeperKeys>()
  const [trouble, setTrouble] = useState<KeeperTrouble>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    // Made ahead: the window has to open in the task of the press.
    keeperOf(frame)
      .keys()
      .then(made => (made ? setKeys(made) : done()), done)
  }, [frame, done])

  async function keep(): Promise<void> {
    if (!keys || isBusy) return
    const opened = openKeeper(window)
    setTrouble(opened ? undefined : 'blocked')
    if (!opened) return
    setBusy(true)
    const owner = ownerOf(frame)
    const answer = await askKeeper(window, {
      asked: { is: 'keep', owner, keys },
      opened,
      signal: frame.signal,
    })
    setBusy(false)
    if (answer.is === 'kept') {
      keeperOf(frame).kept(keys)
      done()
    } else setTrouble(answer.is === 'closed' ? 'closed' : 'failed')
  }

  return (
    <LoginPanel title={t('keeper.keepTitle')} hint={t('keeper.keepHint')} onSubmit={() => void keep()}>
      <KeeperFailure trouble={trouble} t={t} />
      <StepActions verb={t('keeper.keep')} isBusy={isBusy} leave={{ words: t('keeper.notNow'), go: done }} />
    </LoginPanel>
  )
}
