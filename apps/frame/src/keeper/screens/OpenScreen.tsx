import { useEffect, useRef, useState } from 'react'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { wordsOf } from '../../login/screens/loginWords.ts'
import { StepActions } from '../../login/screens/StepActions.tsx'
import type { ScreenProps } from '../../screens/screen.ts'
import { keeperOf, ownerOf } from '../keeperOf.ts'
import { keeperTexts } from '../keeperTexts.ts'
import { askKeeper, type KeeperAnswer, openKeeper } from '../window/askKeeper.ts'
import { KeeperFailure, type KeeperTrouble } from './KeeperFailure.tsx'

/**
 * Opens a wallet that a window keeps, by the note that the page carried (`data`). The page's own press opens the window; where
 * none comes, a press in here does. Done once its visitor can sign here.
 */
export function OpenScreen({ frame, data, done, close }: ScreenProps) {
  const t = wordsOf(keeperTexts, frame.page)
  const [trouble, setTrouble] = useState<KeeperTrouble>()
  const [isBusy, setBusy] = useState(false)
  const isOver = useRef(false)
  const { note } = Object(data) as { readonly note?: unknown }

  async function take(answer: KeeperAnswer): Promise<void> {
    if (isOver.current || typeof note !== 'string') return
    if (answer.is === 'opened') {
      setBusy(true)
      const isIn = await keeperOf(frame)
        .open(answer.keys, note)
        .catch(() => false)
      setBusy(false)
      if (isIn) done()
      else setTrouble('gone')
    } else if (answer.is !== 'kept') setTrouble(answer.is === 'none' ? 'gone' : answer.is)
  }
  const asked = () => ({ is: 'open', owner: ownerOf(frame) }) as const

  // biome-ignore lint/correctness/useExhaustiveDependencies: windows are waited for from the beginning on
  useEffect(() => {
    const life = new AbortController()
    isOver.current = false
    const signal = AbortSignal.any([frame.signal, life.signal])
    const listen = async () => {
      while (!signal.aborted) {
        const answer = await askKeeper(window, { asked: asked(), signal })
        if (!signal.aborted) await take(answer)
      }
    }
    void listen()
    return () => {
      isOver.current = true
      life.abort()
    }
  }, [frame])

  return (
    <LoginPanel
      title={t('keeper.openTitle')}
      hint={t('keeper.openHint')}
      onSubmit={() => {
        if (isBusy) return
        setTrouble(openKeeper(window) ? undefined : 'blocked')
      }}
    >
      <KeeperFailure trouble={trouble} t={t} />
      <StepActions verb={t('keeper.open')} isBusy={isBusy} leave={{ words: t('keeper.other'), go: close }} />
    </LoginPanel>
  )
}
