import type { Latchkey } from '../handle/latchkey.ts'
import { type HandleRequest, handleEvents } from './offerHandle.ts'

/**
 * Asks the page for the handle of an id, now and whenever one is offered or taken back later; undefined where there is
 * none. The answer stops asking.
 */
export function requestHandle(
  element: Element,
  id: string,
  found: (latchkey: Latchkey | undefined) => void,
): () => void {
  const page = element.ownerDocument
  const ask = () => {
    let last: Latchkey | undefined
    const take = (latchkey: Latchkey) => {
      last = latchkey
    }
    element.dispatchEvent(
      new CustomEvent<HandleRequest>(handleEvents.asked, {
        bubbles: true,
        composed: true,
        detail: { id, take },
      }),
    )
    found(last)
  }
  page.addEventListener(handleEvents.offered, ask)
  ask()
  return () => page.removeEventListener(handleEvents.offered, ask)
}
