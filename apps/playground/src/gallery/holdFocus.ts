/**
 * Keeps this page from taking the focus, until the answer is called. A modal dialog is in use even where its frame is
 * `inert`, so a state that opens in a frame of the gallery would take the focus from the reader.
 */
export function holdFocus(): () => void {
  const { focus } = HTMLElement.prototype
  const { showModal } = HTMLDialogElement.prototype
  HTMLElement.prototype.focus = () => undefined
  HTMLDialogElement.prototype.showModal = function () {
    const { inert } = this
    this.inert = true
    showModal.call(this)
    this.inert = inert
  }
  return () => {
    HTMLElement.prototype.focus = focus
    HTMLDialogElement.prototype.showModal = showModal
  }
}
