import type { ViewState } from 'latchkey/gallery'
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react'
import { frameSizeOf, type GalleryValues, lookOf, writeGallery } from './galleryValues.ts'
import { useFit } from './useFit.ts'

export declare namespace StateFrame {
  interface Props {
    readonly state: ViewState
    readonly values: GalleryValues
    /** A picture of the state, not to be used. */
    readonly isStill?: boolean
    /** Not mounted: its room is kept. */
    readonly isEmpty?: boolean
  }
}

/** A state in a window of its own, as wide as `values` say, shrunk to where it stands. */
export function StateFrame({ state, values, isStill = false, isEmpty = false }: StateFrame.Props) {
  const place = useRef<HTMLDivElement>(null)
  const { width, height } = frameSizeOf(values)
  const fit = useFit(place, width)
  return (
    <div
      ref={place}
      className="frame-place"
      style={{ '--width': width, '--height': height, '--fit': fit } as CSSProperties}
    >
      {!isEmpty && <Frame state={state} values={values} isStill={isStill} />}
    </div>
  )
}

function Frame({ state, values, isStill }: Required<Omit<StateFrame.Props, 'isEmpty'>>) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [problem, setProblem] = useState('')
  const [shown, setShown] = useState('')
  const link = writeGallery({ ...lookOf(values), state: state.id })
  // Its document stays; its own gallery shows what changes.
  const [first] = useState(link)

  const show = useCallback(() => {
    const gallery = frame.current?.contentWindow?.gallery
    if (!gallery) return
    setProblem('')
    gallery.show(state.id, lookOf(values)).then(
      () => setShown(link),
      cause => setProblem(String(cause)),
    )
  }, [state, values, link])

  useEffect(show, [show])

  return (
    <>
      <iframe
        ref={frame}
        src={first}
        title={state.title}
        data-still={isStill ? '' : undefined}
        inert={isStill || shown !== link}
        data-shown={shown === link ? state.id : undefined}
        onLoad={show}
      />
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}
