import type { Latchkey } from '../handle/latchkey.ts'
import { type HandleRequest, handleEvents } from './offerHandle.ts'

/** Asks the page for the handle of an id, now and whenever one is offered later; the answer stops asking. */
export function requestHandle(element: Element, id: string, take: (latchkey: Latchkey) => void): () => void {
  const page = element.ownerDocument
  const ask = () =>
    element.dispatchEvent(
      new CustomEvent<HandleRequest>(handleEvents.asked, {
        bubbles: true,
        composed: true,
        detail: { id, take },
      }),
    )
  page.addEventListener(handleEvents.offered, ask)
  ask()
  return () => page.removeEventListener(handleEvents.offered, ask)
}
