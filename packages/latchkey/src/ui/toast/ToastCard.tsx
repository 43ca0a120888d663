import { type PointerEvent, useRef } from 'react'
import { Button } from '../button/Button.tsx'
import { Icon } from '../icon/Icon.tsx'
import { close, failure, info, success } from '../icon/shapes.ts'
import { IconButton } from '../iconbutton/IconButton.tsx'
import { Spinner } from '../spinner/Spinner.tsx'
import { isSwipe } from './isSwipe.ts'
import type { Toast } from './toastTransition.ts'

const shapes = { success, error: failure, info }

export declare namespace ToastCard {
  interface Props {
    readonly toast: Toast
    readonly closeLabel: string
    readonly onDismiss: () => void
    readonly onSwiping: (swiping: boolean) => void
  }
}

/** One page toast; it follows a finger towards the edge or down, and leaves when pushed far or fast enough. */
export function ToastCard({ toast, closeLabel, onDismiss, onSwiping }: ToastCard.Props) {
  const swipe = useRef<{ id: number; x: number; y: number; at: number } | null>(null)
  const { content } = toast

  /** How far it was pushed towards the corner, along the stronger axis. */
  const measure = (event: PointerEvent<HTMLElement>, start: { x: number; y: number }) => {
    const side = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const x = Math.max(0, (event.clientX - start.x) * side)
    const y = Math.max(0, event.clientY - start.y)
    return x > y ? { distance: x, x: x * side, y: 0 } : { distance: y, x: 0, y }
  }
  const end = (event: PointerEvent<HTMLElement>, finished: boolean) => {
    const start = swipe.current
    if (start?.id !== event.pointerId) return
    swipe.current = null
    onSwiping(false)
    const { style } = event.currentTarget
    const pushed = measure(event, start)
    style.removeProperty('translate')
    style.removeProperty('transition')
    if (!finished || !isSwipe(pushed.distance, event.timeStamp - start.at)) return
    style.setProperty('--toast-x', pushed.x ? `${Math.sign(pushed.x) * 100}%` : '0')
    style.setProperty('--toast-y', pushed.y ? '100%' : '0')
    onDismiss()
  }

  return (
    <div
      className="toast"
      part="toast"
      data-variant={content.variant}
      onPointerDown={event => {
        const { target, button, pointerId, clientX, clientY, timeStamp } = event
        if (button !== 0 || (target as Element).closest('button')) return
        swipe.current = { id: pointerId, x: clientX, y: clientY, at: timeStamp }
        event.currentTarget.setPointerCapture(pointerId)
        onSwiping(true)
      }}
      onPointerMove={event => {
        const start = swipe.current
        if (start?.id !== event.pointerId) return
        const pushed = measure(event, start)
        event.currentTarget.style.setProperty('transition', 'none')
        event.currentTarget.style.setProperty('translate', `${pushed.x}px ${pushed.y}px`)
      }}
      onPointerUp={event => end(event, true)}
      onPointerCancel={event => end(event, false)}
    >
      <span className="toast-icon">
        {content.variant === 'loading' ? <Spinner /> : <Icon shape={shapes[content.variant]} size={18} />}
      </span>
      <span className="toast-words">
        <span className="toast-message">{content.message}</span>
        {content.detail === undefined ? null : <span className="toast-detail">{content.detail}</span>}
      </span>
      {content.action ? (
        <Button
          onClick={() => {
            content.action?.onClick()
            onDismiss()
          }}
        >
          {content.action.label}
        </Button>
      ) : null}
      <IconButton shape={close} size={16} label={closeLabel} onClick={onDismiss} />
    </div>
  )
}
