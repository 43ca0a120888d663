/** `latchkey/element`: the buttons as a custom element, for pages without React. */
import { LatchkeyButton } from './widget/element/LatchkeyButton.ts'
import { offerHandle } from './widget/element/offerHandle.ts'
import type { Latchkey } from './widget/handle/latchkey.ts'

export { LatchkeyButton } from './widget/element/LatchkeyButton.ts'

/**
 * Registers `<latchkey-button>` and gives the handle to those that name its id, now and later; the answer takes it
 * back. A second call, or a second copy of the package, registers nothing again.
 */
export function defineLatchkeyButton(latchkey: Latchkey, name = 'latchkey-button'): () => void {
  if (!customElements.get(name)) customElements.define(name, class extends LatchkeyButton {})
  return offerHandle(latchkey, document)
}
