/** What a test looks at in a drawn widget. */

/** Everything in it that Tab should reach, in the order it stands in the document. */
export function focusable(dialog: Element): readonly HTMLElement[] {
  const all = dialog.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')
  return [...all].filter(
    element =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      element.checkVisibility({ visibilityProperty: true }),
  )
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
