import type { Screen } from './createScreen.tsx'

/**
 * Inline, the page has a focus of its own: keeps where in the widget the visitor was last. What has the focus does not say
 * it: a press beside all controls leaves it nowhere, and so does what goes away with it.
 */
export function followVisitor(screen: Screen, signal: AbortSignal): void {
  const { host } = screen.stage
  const follow = (event: Event) => {
    const path = event.composedPath()
    screen.place = path.includes(host) ? (path[0] as Node) : undefined
  }
  for (const type of ['focusin', 'pointerdown'])
    host.ownerDocument.addEventListener(type, follow, { capture: true, signal })
}
