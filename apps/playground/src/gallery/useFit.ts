import { type RefObject, useLayoutEffect, useState } from 'react'

/** By how much something `width` px wide shrinks to fit into an element; at most 1. */
export function useFit(place: RefObject<HTMLElement | null>, width: number): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const watch = new ResizeObserver(() => setRoom(element.clientWidth))
    watch.observe(element)
    setRoom(element.clientWidth)
    return () => watch.disconnect()
  }, [place])
  return room === 0 ? 1 : Math.min(1, room / width)
}
