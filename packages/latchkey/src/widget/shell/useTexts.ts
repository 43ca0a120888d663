import { useMemo } from 'react'
import { createTranslate, type Texts, type Translate } from '../texts/translate.ts'
import { useEngineState } from './useEngineState.ts'

/** A view's English texts with the host's own in their place. */
export function useTexts<T extends Texts>(texts: T): Translate<T> {
  const own = useEngineState(snapshot => snapshot.config.texts)
  return useMemo(() => createTranslate(texts, own), [texts, own])
}
