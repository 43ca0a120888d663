import { useEffect, useState } from 'react'
import { openPermissions } from '../../permission/openPermissions.ts'
import type { PageProps } from './page.ts'

/** How many keys may act for the smart account at this site; 0 until that is known. */
export function usePermissions({ frame }: Pick<PageProps, 'frame'>): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const life = new AbortController()
    const look = async () => {
      const all = await (await openPermissions(frame)).list()
      if (!life.signal.aborted) setCount(all.length)
    }
    // What is not known is not offered.
    look().catch(() => undefined)
    return () => life.abort()
  }, [frame])
  return count
}
