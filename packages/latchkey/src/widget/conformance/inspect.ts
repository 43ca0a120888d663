/** What a test looks at in a drawn widget. */

/** Everything in it that Tab should reach, in the order it stands in the document. */
export function focusable(dialog: Element): readonly HTMLElement[] {
  const all = dialog.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')
  return [...all].filter(
    element => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility(),
  )
}

/** Texts that are wider or higher than the box that hides what goes over it. */
export function clippedTexts(dialog: Element): readonly HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>('*')].filter(element => {
    if (element.closest('.visually-hidden, svg') || !element.checkVisibility()) return false
    const hasText = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent?.trim())
    if (!hasText) return false
    const style = getComputedStyle(element)
    const hides = style.overflowX !== 'visible' || style.textOverflow === 'ellipsis'
    if (hides && element.scrollWidth > element.clientWidth + 1) return true
    return isOutside(element)
  })
}

// Reaching over the side of the card; over its lower end is what scrolls.
function isOutside(element: HTMLElement): boolean {
  const card = element.closest('.stage-card')?.getBoundingClientRect()
  if (!card) return false
  const range = document.createRange()
  range.selectNodeContents(element)
  return [...range.getClientRects()].some(box => box.left < card.left - 1 || box.right > card.right + 1)
}

/** Running animations and transitions of anything but colour and opacity, as `property of .class`. */
export function movingAnimations(root: ShadowRoot): readonly string[] {
  const moves = /^(transform|translate|rotate|scale|blockSize|height|inset)/
  return root.getAnimations().flatMap(animation => {
    const { effect } = animation
    if (animation.playState !== 'running' || !(effect instanceof KeyframeEffect)) return []
    const moving = effect.getKeyframes().flatMap(frame => Object.keys(frame).filter(key => moves.test(key)))
    return [...new Set(moving)].map(property => `${property} of .${effect.target?.className}`)
  })
}
