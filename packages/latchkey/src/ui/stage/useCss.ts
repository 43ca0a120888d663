import { useContext, useInsertionEffect } from 'react'
import { StageContext } from './StageContext.tsx'

/** Brings a part's or view's stylesheet onto the stage before it is laid out; returns the stage, null outside of one. */
export function useCss(css: string) {
  const stage = useContext(StageContext)
  useInsertionEffect(() => stage?.adopt(css), [stage, css])
  return stage
}
