import { type RefObject, useEffect, useState } from 'react'

/** Whether an element is on the screen, or about to be. */
export function useInSight(place: RefObject<HTMLElement | null>): boolean {
  const [inSight, setInSight] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const watch = new IntersectionObserver(entries => setInSight(entries.at(-1)?.isIntersecting === true), {
      rootMargin: '160px',
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [place])
  return inSight
}
