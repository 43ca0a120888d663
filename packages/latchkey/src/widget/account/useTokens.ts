import { useEffect, useState } from 'react'
import type { Tokens } from '../../engine/nouns/tokens/tokens.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'

export type LoadedTokens = Tokens | 'loading' | 'failed'

/** The account's tokens, watched while the widget is open with whoever calls this in sight. */
export function useTokens(): { readonly tokens: LoadedTokens; readonly retry: () => void } {
  const { engine, kept } = useWidget()
  const open = useEngineState(snapshot => snapshot.modal.open)
  const [tokens, setTokens] = useState<LoadedTokens>(
    () => (kept.get('tokens') as Tokens | undefined) ?? 'loading',
  )
  useEffect(() => {
    if (tokens !== 'loading') return
    let isHere = true
    engine.tokens().then(
      made => {
        // Coming back, the list is there with the first picture.
        kept.set('tokens', made)
        if (isHere) setTokens(made)
      },
      () => isHere && setTokens('failed'),
    )
    return () => {
      isHere = false
    }
  }, [engine, kept, tokens])
  useEffect(() => (open && typeof tokens === 'object' ? tokens.watch() : undefined), [open, tokens])
  return { tokens, retry: () => setTokens('loading') }
}
