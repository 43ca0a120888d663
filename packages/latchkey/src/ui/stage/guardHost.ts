const attributes = ['aria-hidden', 'inert'] as const

/**
 * While the stage is open, removes `aria-hidden` and `inert` that other code sets on it: a host's dialog library hides
 * every sibling of its dialog, extensions make unknown dialogs inert (T8). The returned function restores the host's
 * attributes.
 */
export function guardHost(host: HTMLElement, dialog: HTMLElement): () => void {
  const taken = new Map<string, string>()
  const clear = () => {
    for (const name of attributes) {
      const value = host.getAttribute(name)
      if (value !== null) {
        taken.set(name, value)
        host.removeAttribute(name)
      }
      dialog.removeAttribute(name)
    }
  }
  clear()
  const observer = new MutationObserver(clear)
  for (const element of [host, dialog]) observer.observe(element, { attributeFilter: [...attributes] })
  return () => {
    observer.disconnect()
    for (const [name, value] of taken) host.setAttribute(name, value)
  }
}
