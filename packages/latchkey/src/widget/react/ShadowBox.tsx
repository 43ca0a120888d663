import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { buttonSheet } from './buttonSheet.ts'

// React 18 warns when a layout effect meets a server.
const useEarlyEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

const never = () => () => {}

/**
 * Draws its children inside a shadow root, before the first paint, so that no rule of the host page reaches them.
 * A server, and the page until it is hydrated, get an empty box of the given size: nothing jumps.
 */
export function ShadowBox({ width, children }: { readonly width: number; readonly children: ReactNode }) {
  const box = useRef<HTMLSpanElement>(null)
  const isHydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  // There before its shadow root is: the children are drawn in the same pass as the box, not in a second one.
  const [inside, setInside] = useState(() => (isHydrating ? undefined : document.createElement('span')))
  useEarlyEffect(() => {
    const element = box.current
    if (!element) return
    if (!inside) return setInside(document.createElement('span'))
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [buttonSheet(element.ownerDocument)]
    // Once: what is appended again loses the focus in it.
    if (!inside.parentNode) shadow.append(inside)
  }, [inside])
  return (
    <span ref={box} data-latchkey-button="">
      {inside ? createPortal(children, inside) : <svg width={width} height={44} aria-hidden="true" />}
    </span>
  )
}
