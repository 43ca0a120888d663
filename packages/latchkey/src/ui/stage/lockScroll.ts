interface Lock {
  holders: number
  restore: () => void
}

const locks = new WeakMap<Document, Lock>()

/** Stops the page behind a modal from scrolling, without moving it sideways; the last holder to let go restores it exactly. */
export function lockScroll(document: Document): () => void {
  const lock = locks.get(document) ?? { holders: 0, restore: () => {} }
  locks.set(document, lock)
  if (lock.holders++ === 0) lock.restore = hideOverflow(document)
  let held = true
  return () => {
    if (!held) return
    held = false
    if (--lock.holders === 0) lock.restore()
  }
}

function hideOverflow(document: Document): () => void {
  const { documentElement: page, defaultView: window } = document
  if (!window) return () => {}
  const before: (readonly [name: string, value: string, priority: string])[] = []
  const set = (name: string, value: string) => {
    before.push([name, page.style.getPropertyValue(name), page.style.getPropertyPriority(name)])
    page.style.setProperty(name, value, 'important')
  }
  // The gutter reserves the scrollbar's width; overlay scrollbars have none.
  if (window.innerWidth > page.clientWidth) set('scrollbar-gutter', 'stable')
  set('overflow', 'hidden')
  return () => {
    for (const [name, value, priority] of before.reverse()) page.style.setProperty(name, value, priority)
  }
}
