/** Calls `run` when the page comes back: shown again, restored from the cache, or online again (F04, F35). */
export function listenForeground(run: () => void): () => void {
  const page = globalThis.document
  if (!page) return () => {}
  const shown = () => {
    if (!page.hidden) run()
  }
  page.addEventListener('visibilitychange', shown)
  addEventListener('pageshow', shown)
  addEventListener('online', run)
  return () => {
    page.removeEventListener('visibilitychange', shown)
    removeEventListener('pageshow', shown)
    removeEventListener('online', run)
  }
}
