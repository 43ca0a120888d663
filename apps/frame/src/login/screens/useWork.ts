import { useEffect, useRef, useState } from 'react'

/** One thing at a time that takes a while: whether it runs, and why it did not work. */
export function useWork(): {
  readonly isBusy: boolean
  readonly failure: unknown
  run(work: () => Promise<unknown>): void
  clear(): void
} {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const running = useRef(false)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  const go = async (work: () => Promise<unknown>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      if (!gone.current) setFailure(error)
    } finally {
      running.current = false
      if (!gone.current) setBusy(false)
    }
  }
  return { isBusy, failure, run: work => void go(work), clear: () => setFailure(undefined) }
}
