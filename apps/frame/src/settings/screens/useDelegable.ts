import { useEffect, useState } from 'react'
import type { PageProps } from './page.ts'

/** How many networks of the page the plain account is delegated on, or can be; 0 until that is known. */
export function useDelegable({ frame, facts }: Pick<PageProps, 'frame' | 'facts'>): number {
  const [count, setCount] = useState(0)
  const { address } = facts
  useEffect(() => {
    const life = new AbortController()
    const look = async () => {
      const [{ listDelegations }, { providerDepsOf }] = await Promise.all([
        import('../../delegation/listDelegations.ts'),
        import('../../provider/providerDepsOf.ts'),
      ])
      const all = await listDelegations(providerDepsOf(frame), address as `0x${string}`, life.signal)
      if (!life.signal.aborted) setCount(all.length)
    }
    // What is not known is not offered.
    look().catch(() => undefined)
    return () => life.abort()
  }, [frame, address])
  return count
}
