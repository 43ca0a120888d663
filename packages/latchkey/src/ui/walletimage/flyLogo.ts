import { prefersReducedMotion } from '../stage/prefersReducedMotion.ts'

const duration = 280

export interface FlyLogoOptions {
  /** The picture in the view that comes. */
  readonly logo: HTMLElement
  /** The view that leaves. */
  readonly before: HTMLElement
  /** Where that view was on the screen until now. */
  readonly was: { readonly left: number; readonly top: number }
  /** What it flies in, above both views; the containing block of its positioned children. */
  readonly sky: HTMLElement
}

/**
 * Moves a picture from its place in the view that leaves to its place in the one that comes. To be called in the commit that draws them
 * together. Nothing where the leaving view does not show it, or motion is unwanted. The answer ends it.
 */
export function flyLogo({ logo, before, was, sky }: FlyLogoOptions): (() => void) | undefined {
  const from = shownTwin(logo, before)
  if (!from || prefersReducedMotion(logo)) return
  const start = from.getBoundingClientRect()
  const now = before.getBoundingClientRect()
  const flying = logo.cloneNode(true) as HTMLElement
  flying.className += ' logo-flying'
  flying.removeAttribute('part')
  // A copy of what is not shown yet; the one that is shown has been decoded.
  for (const image of flying.querySelectorAll('img')) image.dataset.shown = 'true'
  let isOver = false
  const end = () => {
    isOver = true
    flying.remove()
    for (const each of [from, logo]) each.style.visibility = ''
  }
  // The card may take another width in this commit, for which nothing has been laid out yet.
  queueMicrotask(() => {
    if (isOver) return
    const around = sky.getBoundingClientRect()
    const target = logo.getBoundingClientRect()
    Object.assign(flying.style, {
      left: `${target.left - around.left}px`,
      top: `${target.top - around.top}px`,
    })
    for (const each of [from, logo]) each.style.visibility = 'hidden'
    sky.append(flying)
    const x = start.left - now.left + was.left - target.left
    const y = start.top - now.top + was.top - target.top
    const transform = `translate(${x}px, ${y}px) scale(${start.width / target.width})`
    flying
      .animate([{ transform }, { transform: 'none' }], { duration, easing: 'cubic-bezier(.2,.8,.2,1)' })
      .finished.then(end, end)
  })
  return end
}

/** The same picture in the leaving view, where the visitor sees it. */
function shownTwin(logo: HTMLElement, before: HTMLElement): HTMLElement | undefined {
  const src = logo.querySelector('img')?.src
  if (!src) return undefined
  const view = before.getBoundingClientRect()
  return [...before.querySelectorAll<HTMLElement>('.logo')].find(each => {
    const { top, bottom } = each.getBoundingClientRect()
    const image = each.querySelector<HTMLImageElement>('img[data-shown]')
    return image?.src === src && top >= view.top && bottom <= view.bottom
  })
}
