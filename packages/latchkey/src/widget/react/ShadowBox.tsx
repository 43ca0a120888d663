import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { buttonSheet } from './buttonSheet.ts'

// React 18 warns when a layout effect meets a server.
const useEarlyEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Draws its children inside a shadow root, before the first paint, so that no rule of the host page reaches them.
 * A server, and the page until it is hydrated, get an empty box of the given size: nothing jumps.
 */
export function ShadowBox({ width, children }: { readonly width: number; readonly children: ReactNode }) {
  const box = useRef<HTMLSpanElement>(null)
  const [root, setRoot] = useState<ShadowRoot>()
  useEarlyEffect(() => {
    const element = box.current
    if (!element) return
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [buttonSheet(element.ownerDocument)]
    setRoot(shadow)
  }, [])
  return (
    <span ref={box} data-latchkey-button="">
      {root ? createPortal(children, root) : <svg width={width} height={44} aria-hidden="true" />}
    </span>
  )
}
