/** The focused element, looked up through open shadow roots. */
export function activeElement(root: DocumentOrShadowRoot): Element | null {
  let active = root.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}
