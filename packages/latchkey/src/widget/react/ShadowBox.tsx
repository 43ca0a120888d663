import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { buttonSheet } from './buttonSheet.ts'

const never = () => () => {}

/**
 * Draws its children inside a shadow root, before the first paint, so that no rule of the host page reaches them.
 * A server, and the page until it is hydrated, get an empty box of the given size: nothing jumps.
 */
export function ShadowBox({ width, children }: { readonly width: number; readonly children: ReactNode }) {
  const isServers = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  // There before its shadow root is: the children are drawn in the same pass as the box, not in a second one.
  const [inside] = useState(() => globalThis.document?.createElement('span'))

  function enclose(element: HTMLElement | null) {
    // Once: appending the box again, when React shows it again, would lose the focus inside.
    if (!element || isServers || inside.parentNode) return
    const shadow = element.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [buttonSheet(element.ownerDocument)]
    shadow.append(inside)
  }

  return (
    <span ref={enclose} data-latchkey-button="">
      {isServers ? <svg width={width} height={44} aria-hidden="true" /> : createPortal(children, inside)}
    </span>
  )
}
