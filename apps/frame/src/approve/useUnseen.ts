import { useEffect, useState } from 'react'

/** Longer than it takes to come into sight; from then on the page itself is in the way. */
const longest = 1_500

/** Whether something was not seen for so long that it will hardly be. */
export function useUnseen(isHidden: boolean): boolean {
  const [isUnseen, setUnseen] = useState(false)
  useEffect(() => {
    setUnseen(false)
    if (!isHidden) return
    const timer = setTimeout(() => setUnseen(true), longest)
    return () => clearTimeout(timer)
  }, [isHidden])
  return isUnseen
}
