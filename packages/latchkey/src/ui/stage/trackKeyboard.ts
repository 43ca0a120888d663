/** Sets `--stage-keyboard` to the height that an on-screen keyboard covers, so that a sheet stays above it. */
export function trackKeyboard(dialog: HTMLDialogElement, signal: AbortSignal): void {
  const window = dialog.ownerDocument.defaultView
  const viewport = window?.visualViewport
  if (!window || !viewport) return
  const measure = () => {
    // Pinch zoom shrinks the visual viewport too; only at scale 1 is the difference a keyboard.
    const covered = viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop
    dialog.style.setProperty('--stage-keyboard', `${Math.max(0, Math.round(covered))}px`)
  }
  viewport.addEventListener('resize', measure, { signal })
  viewport.addEventListener('scroll', measure, { signal })
}
