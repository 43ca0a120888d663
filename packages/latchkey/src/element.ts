/** `latchkey/element`: the buttons as a custom element, for pages without React. */
import { createLatchkeyButton } from './widget/element/createLatchkeyButton.tsx'
import { offerHandle } from './widget/element/offerHandle.ts'
import type { Latchkey } from './widget/handle/latchkey.ts'

export type { LatchkeyButtonElement } from './widget/element/createLatchkeyButton.tsx'

/**
 * Registers `<latchkey-button>` and gives the handle to the elements that name its id, now and later. Returns a
 * function that withdraws the handle. A second call, or a second copy of the package, registers nothing again.
 */
export function defineLatchkeyButton(latchkey: Latchkey, name = 'latchkey-button'): () => void {
  if (!customElements.get(name)) customElements.define(name, createLatchkeyButton())
  return offerHandle(latchkey, document)
}
