import { useContext, useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { LeavingContext } from '../shell/LeavingContext.tsx'
import { useLater } from '../shell/useLater.ts'
import { useWidget } from '../shell/useWidget.ts'
import type { ReceiverCare } from './receiverCare.ts'

const load = () => import('./receiverCare.ts').then(module => module.receiverCare)

/** Undefined until it is here, 'failed' when it does not come; it is asked for again with another `text`. */
export function useReceiverCare(text: string): ReceiverCare | 'failed' | undefined {
  const { clock } = useWidget().engine.ctx
  const leaving = useContext(LeavingContext)
  const [isDrawn, setDrawn] = useState(false)
  // An effect of a click runs before what it drew is painted, and asking for a chunk takes longer than drawing.
  useEffect(() => {
    if (!leaving.current) return clock.setTimeout(() => setDrawn(true), text === '' ? limits.viewIn : 0)
  }, [clock, text, leaving])
  const { part, retry } = useLater(isDrawn, load)
  const before = useRef(part)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another try
  useEffect(() => {
    if (part === 'failed') retry()
  }, [text])
  useEffect(() => {
    if (part) before.current = part
  }, [part])
  // The failure stays shown during a retry.
  return part ?? before.current
}
