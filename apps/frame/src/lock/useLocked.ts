import { useEffect, useState } from 'react'
import type { Frame } from '../frame.ts'

/** Milliseconds between two looks at a wallet that nobody touches. */
const lookEvery = 5_000

/**
 * Whether the wallet was left alone for too long; undefined until that is known. It falls under who is reading, and opens in
 * another tab: so it is looked at again and again, and with each return to the page. What somebody else saw of it is told here.
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
      // Nobody is logged in any more: what is asked has no answer here, and says so by itself.
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
