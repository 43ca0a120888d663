import type { Latchkey } from '../handle/latchkey.ts'

/** Events between `<latchkey-button>` and the handles of its page. */
export const handleEvents = { asked: 'latchkey:request', offered: 'latchkey:offer' } as const

export interface HandleRequest {
  readonly id: string
  readonly take: (latchkey: Latchkey) => void
}

/** Answers the elements that ask for this handle, those already waiting included; the answer takes it back from them. */
export function offerHandle(latchkey: Latchkey, page: Document): () => void {
  const answer = (event: Event) => {
    const request = (event as CustomEvent<HandleRequest | undefined>).detail
    if (request?.id === latchkey.id && typeof request.take === 'function') request.take(latchkey)
  }
  page.addEventListener(handleEvents.asked, answer)
  page.dispatchEvent(new CustomEvent(handleEvents.offered))
  return () => {
    page.removeEventListener(handleEvents.asked, answer)
    // Elements with this handle ask again, and find none or another one.
    page.dispatchEvent(new CustomEvent(handleEvents.offered))
  }
}
