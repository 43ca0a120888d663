import { createElement } from 'react'
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

// A server has no HTMLElement; importing this door there must not fail.
const Base = (typeof HTMLElement === 'undefined' ? class {} : HTMLElement) as typeof HTMLElement

/**
 * `<latchkey-button for="id" kind="connect|account|network" label="…" namespace="…">`: the buttons for pages without
 * React. Finds its handle by an event, so the order of scripts does not matter (DECISIONS C7).
 */
export class LatchkeyButton extends Base {
  static readonly observedAttributes: readonly string[] = ['for', 'kind', 'label', 'namespace', 'disabled']
  #root: Root | undefined
  #end: (() => void) | undefined
  #handle: Latchkey | undefined

  /** The handle, for pages that hold one already; set before or after the element is in the page. */
  set latchkey(handle: Latchkey) {
    this.#handle = handle
    this.#draw()
  }

  connectedCallback(): void {
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [buttonSheet(this.ownerDocument)]
    this.#root = createRoot(shadow)
    this.#end = requestHandle(this, this.getAttribute('for') ?? 'default', handle => {
      this.#handle ??= handle
      this.#draw()
    })
    this.#draw()
  }

  disconnectedCallback(): void {
    this.#end?.()
    this.#root?.unmount()
    this.#root = undefined
  }

  attributeChangedCallback(): void {
    this.#draw()
  }

  #draw(): void {
    if (!this.#root || !this.#handle) return
    const Face = faces[(this.getAttribute('kind') ?? 'connect') as keyof typeof faces] ?? ConnectButtonFace
    const namespace = this.getAttribute('namespace')
    this.#root.render(
      createElement(Face, {
        latchkey: this.#handle,
        label: this.getAttribute('label') ?? undefined,
        namespace: (namespace as ChainNamespace | null) ?? undefined,
        disabled: this.hasAttribute('disabled'),
      }),
    )
  }
}
