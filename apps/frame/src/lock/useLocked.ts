import { useEffect, useState } from 'react'
import type { Frame } from '../frame.ts'

/** Milliseconds between two checks of an idle wallet. */
const lookEvery = 5_000

/**
 * Returns whether the idle wallet is locked; undefined until that is known. It can lock while the visitor reads, and
 * open in another tab, so it is polled, also on each return to the page. The setter takes a state that other code has
 * read.
 */
export function useLocked(
  frame: Pick<Frame, 'login'>,
): readonly [boolean | undefined, (isLocked: boolean) => void] {
  const [isLocked, setLocked] = useState<boolean>()
  useEffect(() => {
    const life = new AbortController()
    const { signal } = life
    const look = async () => {
      const login = await frame.login?.()
      // The visitor has logged out: the request fails by itself.
      const known = (await login?.isLocked()) ?? false
      if (!signal.aborted) setLocked(known)
    }
    // One look that does not come off changes nothing: the press looks for itself.
    const again = () => void look().catch(() => signal.aborted || setLocked(before => before ?? true))
    again()
    const timer = setInterval(again, lookEvery)
    window.addEventListener('focus', again, { signal })
    document.addEventListener('visibilitychange', again, { signal })
    return () => {
      clearInterval(timer)
      life.abort()
    }
  }, [frame])
  return [isLocked, setLocked]
}
