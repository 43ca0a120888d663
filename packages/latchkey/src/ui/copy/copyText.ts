/** Copies text; false when the browser refuses. `near` is any element of the open stage: outside it nothing can be selected. */
export async function copyText(text: string, near: Element): Promise<boolean> {
  const { clipboard } = near.ownerDocument.defaultView?.navigator ?? {}
  try {
    await clipboard?.writeText(text)
    if (clipboard) return true
  } catch {
    // Not allowed here (an iframe without the permission): the old way may still be.
  }
  const field = near.ownerDocument.createElement('textarea')
  field.className = 'visually-hidden'
  field.value = text
  near.after(field)
  field.select()
  // On plain http there is no clipboard object, and this is the only way.
  const copied = near.ownerDocument.execCommand('copy')
  field.remove()
  ;(near as HTMLElement).focus?.({ preventScroll: true })
  return copied
}
