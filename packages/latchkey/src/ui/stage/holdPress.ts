/** CSS pixels that a pointer may stray in a press; farther, the visitor takes it back (WCAG 2.5.2). */
const slop = 10

/**
 * Keeps a press of the mouse on the button it began on: what comes late makes the card taller in between, the button
 * moves away beneath the pointer, and the click would go to whatever is there by then.
 */
export function holdPress({ target, pointerId, pointerType, isTrusted, x, y }: PointerEvent): void {
  const button = (target as Element).closest('button')
  // A finger is held by the browser itself, and a pointer made up by a script cannot be.
  if (!button || pointerType !== 'mouse' || !isTrusted) return
  button.setPointerCapture(pointerId)
  button.onpointermove = now => {
    if (Math.hypot(now.x - x, now.y - y) > slop) button.releasePointerCapture(pointerId)
  }
}
