import type { Page } from '@playwright/test'

/** Something that was painted in one place of its view, and later in another. */
export interface Move {
  readonly view: string
  readonly what: string
  /** Pixels to the right and down, without what only moves for the eye. */
  readonly by: readonly [number, number]
}

/**
 * Watches each frame of the open widget from now on. The answer says what has moved by more than 1 px in its view after it was first
 * painted. A view that leaves does not count.
 */
export async function watchPlaces(page: Page): Promise<() => Promise<readonly Move[]>> {
  const watch = await page.evaluateHandle(() => {
    // Not the placeholders of rows to come, which go where there is room.
    const marks = 'button, a, input, h3, p, dt, dd, li:not([aria-hidden]), .logo, [part=qr]'
    const places = new WeakMap<Element, readonly [number, number]>()
    const moves: Move[] = []
    let isOver = false
    const placeOf = (element: HTMLElement, shell: Element) => {
      let [x, y] = [0, 0]
      for (
        let at: HTMLElement | null = element;
        at && at !== shell;
        at = at.offsetParent as HTMLElement | null
      ) {
        x += at.offsetLeft
        y += at.offsetTop
      }
      return [x, y] as const
    }
    const look = () => {
      if (isOver) return
      requestAnimationFrame(look)
      const shell = document.querySelector('[data-latchkey=default]')?.shadowRoot?.querySelector('.shell')
      const view = shell?.querySelector<HTMLElement>('.shell-view:not([data-under], [data-phase=out])')
      if (!shell || !view?.checkVisibility()) return
      for (const element of view.querySelectorAll<HTMLElement>(marks)) {
        if (!element.checkVisibility()) continue
        const now = placeOf(element, shell)
        const before = places.get(element)
        places.set(element, now)
        const by = [now[0] - (before?.[0] ?? now[0]), now[1] - (before?.[1] ?? now[1])] as const
        if (Math.max(...by.map(Math.abs)) > 1) {
          const what = `${element.localName}.${element.className} ${element.textContent?.slice(0, 40)}`
          moves.push({ view: view.dataset.of ?? '', what, by })
        }
      }
    }
    requestAnimationFrame(look)
    return {
      end() {
        isOver = true
        return moves
      },
    }
  })
  return () => watch.evaluate(each => each.end())
}
