import { useEffect, useRef, useState } from 'react'
import type { ListedState } from './findStates.ts'
import { type GalleryValues, lookOf, writeGallery } from './galleryValues.ts'
import { StateFrame } from './StateFrame.tsx'
import { StateLink } from './StateLink.tsx'

export declare namespace OneState {
  interface Props {
    readonly listed: ListedState
    /** The listed states before and after it. */
    readonly before: ListedState | undefined
    readonly after: ListedState | undefined
    readonly values: GalleryValues
    readonly onShow: (id: string) => void
  }
}

/** One state, to be used, with its links. */
export function OneState({ listed: { state, place }, before, after, values, onShow }: OneState.Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [round, setRound] = useState(0)
  const [copied, setCopied] = useState('')
  const [isRefused, setRefused] = useState(false)
  const alone = writeGallery({ ...lookOf(values), state: state.id })
  const link = { values, onShow }

  useEffect(() => {
    // What was pressed may be gone with the overview.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])

  async function copy() {
    const copying = navigator.clipboard.writeText(new URL(alone, location.href).href)
    const isCopied = await copying.then(
      () => true,
      () => false,
    )
    setRefused(!isCopied)
    if (isCopied) setCopied(alone)
  }

  return (
    <article className="one" aria-labelledby="one-title">
      <p className="one-place">
        {place.room} · {place.title} <code>{state.id}</code>
      </p>
      <h2 id="one-title" ref={heading} tabIndex={-1}>
        {state.title}
      </h2>
      <div className="one-links">
        <StateLink {...link} show="">
          All states
        </StateLink>
        {before && (
          <StateLink {...link} show={before.state.id}>
            Previous
          </StateLink>
        )}
        {after && (
          <StateLink {...link} show={after.state.id}>
            Next
          </StateLink>
        )}
        <a href={alone}>Open alone</a>
        <button type="button" onClick={() => void copy()}>
          {isRefused ? 'The browser refused' : copied === alone ? 'Link copied' : 'Copy link'}
        </button>
        <button type="button" onClick={() => setRound(round + 1)}>
          Start again
        </button>
      </div>
      <StateFrame key={round} state={state} values={values} />
    </article>
  )
}
