/**
 * Greets the frame that opened this window, of the same origin, and hands on the one port that comes back; the hold on the
 * opener is dropped with it. Answers false when this is no such window.
 */
export function meetOpener(
  view: Window,
  words: { readonly ready: string; readonly port: string },
  begin: (port: MessagePort) => void,
): boolean {
  const opener: unknown = view.opener
  const { origin } = view.location
  if (typeof opener !== 'object' || opener === null || view.parent !== view) return false
  const life = new AbortController()
  view.addEventListener(
    'message',
    ({ source, origin: from, data, ports: [port] }: MessageEvent<unknown>) => {
      if (source !== opener || from !== origin || data !== words.port || !port) return
      life.abort()
      view.opener = null
      begin(port)
    },
    { signal: life.signal },
  )
  ;(opener as Window).postMessage(words.ready, origin)
  return true
}
