import { useEffect, useState } from 'react'
import type { Frame } from '../frame.ts'

/** Whether the wallet was left alone for too long; undefined until that is known. */
export function useLocked(frame: Pick<Frame, 'login'>): readonly [boolean | undefined, () => void] {
  const [isLocked, setLocked] = useState<boolean>()
  useEffect(() => {
    let isOver = false
    const look = async () => {
      const login = await frame.login?.()
      // Nobody is logged in any more: what is asked has no answer here, and says so by itself.
      const known = (await login?.isLocked()) ?? false
      if (!isOver) setLocked(known)
    }
    look().catch(() => isOver || setLocked(true))
    return () => {
      isOver = true
    }
  }, [frame])
  return [isLocked, () => setLocked(false)]
}
