/** `latchkey/element`: the buttons as a custom element, for pages without React. */
import { LatchkeyButton } from './widget/element/LatchkeyButton.ts'

export { LatchkeyButton } from './widget/element/LatchkeyButton.ts'

/** Registers `<latchkey-button>`; a second call, or a second copy of the package, changes nothing. */
export function defineLatchkeyButton(name = 'latchkey-button'): void {
  if (!customElements.get(name)) customElements.define(name, class extends LatchkeyButton {})
}
