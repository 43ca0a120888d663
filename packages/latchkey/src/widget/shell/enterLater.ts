/** Enters a view with code that is fetched first; leaving before it came enters nothing. */
export function enterLater(load: () => Promise<() => () => void>): () => void {
  let leave = () => {}
  let left = false
  load().then(
    enter => {
      if (!left) leave = enter()
    },
    // The view's own chunk fails with it, and says so.
    () => undefined,
  )
  return () => {
    left = true
    leave()
  }
}
