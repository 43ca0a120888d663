import { useLatchkey } from 'latchkey/react'
import { useEffect, useRef } from 'react'

/** The widget drawn in the page itself (`autoMount: false`, then `mount(element)`). */
export function Inline() {
  const latchkey = useLatchkey()
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (place.current) latchkey.mount(place.current).catch(() => undefined)
  }, [latchkey])
  return <section ref={place} className="inline" aria-label="Wallet" />
}
