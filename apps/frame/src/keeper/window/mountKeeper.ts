import { showWords } from '../../boot/showWords.ts'
import { openKeyDatabase } from '../../keys/keyDatabase.ts'
import { answerKeeper } from './answerKeeper.ts'
import { keeperPort, keeperReady, type ToKeeper } from './messages.ts'

/** Milliseconds after which no frame will ask any more. */
const longest = 60_000
/** Milliseconds between two greetings: a frame that is still loading hears a later one. */
const again = 200

/**
 * Serves the one request of a frame: of the one that opened this window, or of one in the page that did. Greetings go to pages of
 * the wallet's own origin alone. Closes itself. Answers false when no page opened it.
 */
export function mountKeeper(view: Window & typeof globalThis): boolean {
  const opener = view.opener as Window | null
  if (typeof opener !== 'object' || opener === null || view.parent !== view) return false
  const { origin } = view.location
  const life = new AbortController()
  const greet = () => {
    try {
      // A page of another origin shows how many frames it has, and lets them be posted to.
      for (const target of [opener, ...Array.from({ length: opener.length }, (_, at) => opener[at])])
        target?.postMessage(keeperReady, origin)
    } catch {
      // It is closed.
    }
  }
  view.addEventListener(
    'message',
    ({ origin: from, data, ports: [port] }: MessageEvent<unknown>) => {
      if (from !== origin || data !== keeperPort || !port) return
      life.abort()
      view.opener = null
      port.onmessage = async ({ data: asked }: MessageEvent<ToKeeper>) => {
        port.postMessage(await answerKeeper(() => openKeyDatabase('latchkey-keeper'), asked))
        view.close()
      }
    },
    { signal: life.signal },
  )
  const timer = view.setInterval(greet, again)
  const end = view.setTimeout(() => view.close(), longest)
  life.signal.addEventListener('abort', () => {
    view.clearInterval(timer)
    view.clearTimeout(end)
  })
  greet()
  showWords(view.document, 'Your wallet is being opened. This window closes by itself.')
  return true
}
