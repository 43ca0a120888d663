import { createRoot, type Root } from 'react-dom/client'
import type { ChainNamespace } from '../../contract/caip.ts'
import type { Latchkey } from '../handle/latchkey.ts'
import { AccountButtonFace } from '../react/AccountButton.tsx'
import { buttonSheet } from '../react/buttonSheet.ts'
import { ConnectButtonFace } from '../react/ConnectButton.tsx'
import { NetworkButtonFace } from '../react/NetworkButton.tsx'
import { requestHandle } from './requestHandle.ts'

const faces = {
  connect: ConnectButtonFace,
  account: AccountButtonFace,
  network: NetworkButtonFace,
} as const

/** The `<latchkey-button>` element and its own properties. */
export interface LatchkeyButtonElement extends HTMLElement {
  /**
   * The handle, for pages that hold one already; set before or after the element is in the page or its class is defined.
   * Undefined goes back to the one under the id.
   */
  latchkey: Latchkey | undefined
  /** As on a button; the attribute says the same. */
  disabled: boolean
}

/**
 * Makes the class of `<latchkey-button for="id" kind="connect|account|network" label="…" namespace="…">`: the buttons
 * for pages without React. Finds its handle by an event, so the order of scripts does not matter (DECISIONS C7).
 * In a function, because a server has no HTMLElement to extend.
 */
export function createLatchkeyButton(): new () => LatchkeyButtonElement {
  return class LatchkeyButton extends HTMLElement {
    static readonly observedAttributes: readonly string[] = ['for', 'kind', 'label', 'namespace', 'disabled']
    #root: Root | undefined
    #end: (() => void) | undefined
    #handle: Latchkey | undefined
    /** The page set the handle by the property, so an offer under the id does not replace it. */
    #isGiven = false

    get latchkey(): Latchkey | undefined {
      return this.#handle
    }

    set latchkey(handle: Latchkey | undefined) {
      this.#handle = handle
      this.#isGiven = !!handle
      if (this.#root && !this.#isGiven) this.#find()
      this.#draw()
    }

    get disabled(): boolean {
      return this.hasAttribute('disabled')
    }

    set disabled(isDisabled: boolean) {
      this.toggleAttribute('disabled', !!isDisabled)
    }

    connectedCallback(): void {
      for (const name of ['latchkey', 'disabled'] as const) {
        if (!Object.hasOwn(this, name)) continue
        // Set before the class was there, it is the element's own and hides the accessor.
        const value = this[name]
        Reflect.deleteProperty(this, name)
        Object.assign(this, { [name]: value })
      }
      const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
      shadow.adoptedStyleSheets = [buttonSheet(this.ownerDocument)]
      this.#root ??= createRoot(shadow)
      this.#find()
      this.#draw()
    }

    disconnectedCallback(): void {
      this.#end?.()
      // The host may remove the element during its own React work; an element that only moved stays as it is.
      queueMicrotask(() => {
        if (this.isConnected) return
        this.#root?.unmount()
        this.#root = undefined
      })
    }

    attributeChangedCallback(name: string, before: string | null): void {
      if (name === 'for' && this.#root && before !== this.getAttribute('for')) this.latchkey = undefined
      else this.#draw()
    }

    #find(): void {
      this.#end?.()
      this.#end = requestHandle(this, this.getAttribute('for') ?? 'default', handle => {
        // Offered anew, an id may have another handle: the one before was destroyed.
        if (!this.#isGiven) this.#handle = handle
        this.#draw()
      })
    }

    #draw(): void {
      if (!this.#root) return
      const Face = faces[(this.getAttribute('kind') ?? 'connect') as keyof typeof faces] ?? ConnectButtonFace
      const namespace = this.getAttribute('namespace') as ChainNamespace | null
      this.#root.render(
        this.#handle && (
          <Face
            latchkey={this.#handle}
            label={this.getAttribute('label') ?? undefined}
            namespace={namespace ?? undefined}
            disabled={this.disabled}
          />
        ),
      )
    }
  }
}
