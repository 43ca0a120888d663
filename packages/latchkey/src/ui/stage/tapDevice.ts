import { prefersReducedMotion } from './prefersReducedMotion.ts'

/** Milliseconds: felt as a tick. */
const tick = 8

/** Lets the device tick in the visitor's hand, where it can and the visitor has pressed something on the page. */
export function tapDevice(element: Element): void {
  const { navigator } = element.ownerDocument.defaultView ?? {}
  // A browser refuses and complains before the first press.
  if (!navigator?.userActivation?.hasBeenActive || prefersReducedMotion(element)) return
  // Safari has none.
  navigator.vibrate?.(tick)
}
