/** CSS pixels that a pointer may stray in a press; farther, the visitor takes it back (WCAG 2.5.2). */
const slop = 10

/**
 * Keeps a press of the mouse on the button it began on: what comes late makes the card taller in between, the button
 * moves away beneath the pointer, and the click would go to whatever is there by then.
 */
export function holdPresses(card: HTMLElement, signal: AbortSignal): void {
  let down: PointerEvent | undefined
  card.addEventListener(
    'pointerdown',
    event => {
      down = event
      // A finger is held by the browser itself, and a pointer made up by a script cannot be.
      if (event.pointerType === 'mouse' && event.isTrusted)
        (event.target as Element).closest('button')?.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  card.addEventListener(
    'pointermove',
    ({ target, pointerId, x, y }) => {
      const button = target as Element
      if (down && button.hasPointerCapture(pointerId) && Math.hypot(x - down.x, y - down.y) > slop)
        button.releasePointerCapture(pointerId)
    },
    { signal },
  )
}
