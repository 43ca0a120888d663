import { showViewState, type ViewState } from 'latchkey/gallery'
import { useEffect, useRef, useState } from 'react'

export declare namespace Exhibit {
  interface Props {
    readonly state: ViewState
    readonly themeMode: 'light' | 'dark' | undefined
  }
}

/** One state, brought about when it scrolls into sight; its title leads to it alone. */
export function Exhibit({ state, themeMode }: Exhibit.Props) {
  const place = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState('')
  useEffect(() => {
    const parent = place.current
    if (!parent) return
    let end = () => {}
    let gone = false
    const sight = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      sight.disconnect()
      showViewState(state, { parent, ...(themeMode && { themeMode }) }).then(
        shown => {
          if (gone) shown.destroy()
          else end = shown.destroy
        },
        cause => setFailure(String(cause)),
      )
    })
    sight.observe(parent)
    return () => {
      gone = true
      sight.disconnect()
      end()
    }
  }, [state, themeMode])
  return (
    <figure className="exhibit">
      <figcaption>
        <a href={`#${state.id}`}>{state.title}</a>
      </figcaption>
      <div ref={place} className="exhibit-place" />
      {failure && <p role="alert">{failure}</p>}
    </figure>
  )
}
