import type { Widget } from './widget.ts'

/** Enters the view that is shown with code that is fetched first; leaving before it came enters nothing. */
export function enterLater({ views, snapshot }: Widget, load: () => Promise<() => () => void>): () => void {
  const { view } = snapshot().modal.entry
  let leave = () => {}
  let left = false
  const enter = () => {
    load().then(
      made => {
        if (!left) leave = made()
      },
      // The view's own chunk fails as well and shows the error. After a successful retry, the entry runs.
      () => {
        if (left) return
        leave = views.subscribe(() => {
          if (views.state(view).at !== 'ready') return
          leave()
          enter()
        })
      },
    )
  }
  enter()
  return () => {
    left = true
    leave()
  }
}
