import { useContext, useInsertionEffect } from 'react'
import { StageContext } from './StageContext.tsx'

/** Adds a part's or view's stylesheet to the stage before layout. Returns the stage, null outside of one. */
export function useCss(css: string) {
  const stage = useContext(StageContext)
  useInsertionEffect(() => stage?.adopt(css), [stage, css])
  return stage
}
