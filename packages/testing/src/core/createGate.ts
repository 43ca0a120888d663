type Play = (method: string, params: unknown) => unknown

/** Holds requests back until `ready`, whether that ends well or not. */
export function createGate(ready: Promise<unknown> | undefined, play: Play): Play {
  if (ready === undefined) return play
  let open = false
  const opening = ready.then(
    () => true,
    () => true,
  )
  void opening.then(done => {
    open = done
  })
  return (method, params) => (open ? play(method, params) : opening.then(() => play(method, params)))
}
