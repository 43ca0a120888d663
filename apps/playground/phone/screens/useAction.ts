import { useRef, useState } from 'react'

/** Something that takes a moment and may fail. */
export interface Action {
  readonly isBusy: boolean
  /** What went wrong the last time, as a sentence; empty when nothing did. */
  readonly problem: string
  readonly run: () => void
}

/** Runs one thing at a time and keeps what went wrong for the screen. */
export function useAction(act: () => Promise<void>): Action {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const busy = useRef(false)
  function run(): void {
    if (busy.current) return
    busy.current = true
    setBusy(true)
    setProblem('')
    act()
      .catch((cause: unknown) => setProblem(cause instanceof Error ? cause.message : String(cause)))
      .finally(() => {
        busy.current = false
        setBusy(false)
      })
  }
  return { isBusy, problem, run }
}
