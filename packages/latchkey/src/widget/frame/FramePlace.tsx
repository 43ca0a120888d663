import { useCallback, useLayoutEffect, useRef } from 'react'
import type { FrameArea } from '../../contract/frameScreens.ts'
import type { ViewName } from '../../contract/views.ts'
import { oneOf } from '../../engine/base/oneOf.ts'
import { Spinner } from '../../ui/spinner/Spinner.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useUnlessLeaving } from '../shell/useUnlessLeaving.ts'
import { useWidget } from '../shell/useWidget.ts'
import { frameOwner } from './frameOwner.ts'
import css from './frameplace.css'
import { layTop } from './layTop.ts'
import { useFrame } from './useFrame.ts'

export declare namespace FramePlace {
  interface Props {
    /** The view that it stands in. */
    readonly view: ViewName
    /** Whether this is the place for what the frame draws. */
    readonly fits: (screen: FrameArea['screen']) => boolean
    /** The reserved height in CSS pixels until the frame reports its own. */
    readonly size: number
    /** The text shown until the frame draws. */
    readonly waiting: string
  }
}

const nobody: FrameArea = { screen: null, size: 0 }

/**
 * Keeps the room in the card that the wallet frame draws in, lays the frame over it, and moves the keyboard there
 * (DECISIONS T9, T10). The frame itself is never moved and has no ancestor that is transformed.
 */
export function FramePlace({ view, fits, size, waiting }: FramePlace.Props) {
  const stage = useCss(css)
  const widget = useWidget()
  const frame = useFrame()
  const place = useRef<HTMLDivElement>(null)
  const subscribe = useCallback(
    (listener: () => void) => frame?.on('AREA', listener) ?? (() => undefined),
    [frame],
  )
  const area = useUnlessLeaving(subscribe, () => frame?.area ?? nobody)
  const isDrawn = fits(area.screen)
  const height = isDrawn ? area.size : size

  useLayoutEffect(() => {
    const room = place.current
    if (!frame || !isDrawn || !room) return
    const me = {}
    const shown = oneOf(widget, frameOwner)
    shown.value = me
    const isHere = () => {
      const { open, entry } = widget.snapshot().modal
      return open && entry.view === view && shown.value === me
    }
    const inline = widget.snapshot().modal.inline
    // The frame lies in the dialog alone: inline the card is lifted into it (SPEC-NOTES §2 "Modal").
    if (inline) widget.stage()?.open()
    const lay = () => {
      if (isHere()) frame.show({ start: layTop(room), size: room.offsetHeight })
    }
    lay()
    frame.focus()
    const observer = new ResizeObserver(lay)
    observer.observe(room)
    for (let each = room.parentElement; each; each = each.parentElement) observer.observe(each)
    return () => {
      observer.disconnect()
      const next = shown.value
      if (next === me) {
        shown.value = undefined
        frame.show(null)
      }
      // Another place has it open for what comes next.
      if (inline && (next === me || next === undefined)) widget.stage()?.close()
    }
  }, [frame, isDrawn, view, widget])

  return (
    <div
      className="frame-place"
      data-drawn={isDrawn ? '' : undefined}
      ref={place}
      style={{ blockSize: `${height}px` }}
      aria-busy={!isDrawn || undefined}
    >
      {isDrawn || !stage ? null : (
        <>
          <Spinner />
          <StatusWords title={waiting} />
        </>
      )}
    </div>
  )
}
