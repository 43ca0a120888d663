import { useEffect } from 'react'
import type { Tokens } from '../../engine/nouns/tokens/tokens.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useLater } from '../shell/useLater.ts'
import { useWidget } from '../shell/useWidget.ts'

export type LoadedTokens = Tokens | 'loading' | 'failed'

/** The account's tokens, watched while the widget is open with whoever calls this in sight. */
export function useTokens(): { readonly tokens: LoadedTokens; readonly retry: () => void } {
  const { engine } = useWidget()
  const open = useEngineState(snapshot => snapshot.modal.open)
  const { part, retry } = useLater(true, engine.tokens)
  useEffect(() => (open && typeof part === 'object' ? part.watch() : undefined), [open, part])
  return { tokens: part ?? 'loading', retry }
}
