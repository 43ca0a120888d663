/** True when the visitor asked for less motion; read at each use, so a change applies at once. */
export function prefersReducedMotion(element: Element): boolean {
  return element.ownerDocument.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches ?? false
}
