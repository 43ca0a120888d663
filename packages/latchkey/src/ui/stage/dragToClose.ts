const slop = 6
const farPart = 0.35
const fast = 0.5

export interface DragOptions {
  /** Asked when a finger comes down on a `[data-drag]` element. */
  readonly allowed: () => boolean
  /** The card was let go far enough down, or fast enough. */
  readonly onClose: () => void
  readonly signal: AbortSignal
}

/** Lets the visitor pull the bottom sheet down by its handle or header; it follows the finger and springs back. */
export function dragToClose(card: HTMLElement, options: DragOptions): void {
  let drag: { id: number; start: number; y: number; at: number; speed: number; moving: boolean } | undefined
  const on = <Type extends 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel'>(
    type: Type,
    listener: (event: PointerEvent) => void,
  ) => card.addEventListener(type, listener, { signal: options.signal })
  const settle = () => {
    drag = undefined
    card.style.removeProperty('translate')
    card.style.removeProperty('transition')
  }
  on('pointerdown', event => {
    const path = event.composedPath()
    const grip = path.some(node => node instanceof HTMLElement && 'drag' in node.dataset)
    const control = path.some(node => node instanceof HTMLElement && node.matches('button, a, input'))
    if (drag || !grip || control || event.button !== 0 || !options.allowed()) return
    drag = { id: event.pointerId, start: event.clientY, y: 0, at: event.timeStamp, speed: 0, moving: false }
  })
  on('pointermove', event => {
    if (drag?.id !== event.pointerId) return
    const y = Math.max(0, event.clientY - drag.start)
    if (!drag.moving && y < slop) return
    if (!drag.moving) {
      drag.moving = true
      card.setPointerCapture(event.pointerId)
      card.style.setProperty('transition', 'none')
    }
    const passed = event.timeStamp - drag.at
    if (passed > 0) drag.speed = (y - drag.y) / passed
    drag.y = y
    drag.at = event.timeStamp
    card.style.setProperty('translate', `0 ${y}px`)
  })
  on('pointerup', event => {
    if (drag?.id !== event.pointerId) return
    const { moving, y, speed } = drag
    if (moving && (y > card.offsetHeight * farPart || speed > fast)) {
      // Back to the stylesheet's transition first, so that closing goes on from where the finger let go.
      card.style.removeProperty('transition')
      options.onClose()
    }
    settle()
  })
  on('pointercancel', event => {
    if (drag?.id === event.pointerId) settle()
  })
}
