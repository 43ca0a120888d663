/**
 * Runs in the page: what is wrong with how the open card is laid out, one line each; none when nothing is cut off,
 * outside, or too small to touch.
 */
export function examineCard(options: { readonly touch: boolean }): readonly string[] {
  const problems = new Set<string>()
  const root = document.querySelector('[data-latchkey]')?.shadowRoot
  const card = root?.querySelector('dialog[open] .stage-card')
  if (!card) return ['there is no open card']
  const frame = card.getBoundingClientRect()
  const { clientWidth: width, clientHeight: height } = document.documentElement
  if (frame.left < -1 || frame.right > width + 1 || frame.top < -1 || frame.bottom > height + 1) {
    problems.add(`the card leaves the window: ${describeBox(frame)} of ${width}×${height}`)
  }

  const elements = [...card.querySelectorAll('*')].filter(isShown)
  for (const element of elements) {
    const style = getComputedStyle(element)
    const scrolls = /auto|scroll/.test(style.overflowX)
    if (scrolls && element.scrollWidth > element.clientWidth + 1) {
      problems.add(`${name(element)} scrolls sideways`)
    }
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) examineText(element, box)
    }
    // A link inside a sentence is as tall as the sentence.
    if (options.touch && element.matches('button, input, a') && style.display !== 'inline') {
      const box = touchBox(element)
      if (box.width < 43.5 || box.height < 43.5) problems.add(`${name(element)} is ${describeBox(box)}`)
    }
  }
  return [...problems]

  function examineText(element: Element, box: DOMRect): void {
    let upright = true
    for (let at: Element | null = element; at && at !== card; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      const around = at.getBoundingClientRect()
      const inline = getComputedStyle(at).display === 'inline'
      if (
        !inline &&
        overflowX !== 'visible' &&
        (box.left < around.left - 1 || box.right > around.right + 1)
      ) {
        problems.add(`“${text(element)}” is cut off sideways by ${name(at)}`)
      }
      if (/auto|scroll/.test(overflowY)) upright = false
      if (!inline && /hidden|clip/.test(overflowY) && upright && box.bottom > around.bottom + 1) {
        problems.add(`“${text(element)}” is cut off below by ${name(at)}`)
      }
    }
    if (box.left < frame.left - 1 || box.right > frame.right + 1)
      problems.add(`“${text(element)}” leaves the card`)
    if (upright && (box.top < frame.top - 1 || box.bottom > frame.bottom + 1)) {
      problems.add(`“${text(element)}” leaves the card above or below`)
    }
  }

  function isShown(element: Element): boolean {
    const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    return shown && element.closest('.visually-hidden, [role=status], [role=alert]') === null
  }

  /** What a finger can hit: a label counts with its field, a drawn mark before or after with its button. */
  function touchBox(element: Element): DOMRect {
    const own = (element.closest('label') ?? element).getBoundingClientRect()
    const marks = ['::before', '::after'].map(mark => getComputedStyle(element, mark))
    const grown = marks.map(mark =>
      Math.min(0, ...['top', 'bottom'].map(side => Number.parseFloat(mark.getPropertyValue(side)) || 0)),
    )
    const more = -Math.min(0, ...grown)
    return new DOMRect(own.x - more, own.y - more, own.width + 2 * more, own.height + 2 * more)
  }

  function text(element: Element): string {
    return (element.textContent ?? '').trim().slice(0, 40)
  }
  function name(element: Element): string {
    const classes = element.getAttribute('class') ?? ''
    return `${element.tagName.toLowerCase()}${classes && `.${classes.replaceAll(' ', '.')}`}`
  }
  function describeBox(box: DOMRect): string {
    return `${Math.round(box.width)}×${Math.round(box.height)}`
  }
}
