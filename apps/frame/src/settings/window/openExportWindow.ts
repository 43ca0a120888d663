import type { Frame } from '../../frame.ts'
import {
  exportHash,
  exportPort,
  exportReady,
  type FromExportWindow,
  type ToExportWindow,
} from './messages.ts'

/** What a person needs to read 24 words in. */
const size = 'popup,width=460,height=760'

/**
 * Opens a window of the wallet's own, at the top level, in which the key may be shown (T80): the only place that gets it, on
 * a press in there. To be called in a click. Answers how to take it back; undefined when it did not open.
 */
export function openExportWindow(
  view: Window & typeof globalThis,
  options: {
    readonly frame: Pick<Frame, 'page' | 'signal'>
    readonly address: string
    /** Handles a press in the window. */
    readonly answer: (asked: FromExportWindow) => Promise<ToExportWindow>
  },
): (() => void) | undefined {
  const { frame, address, answer } = options
  const { origin } = view.location
  // Its opener is this frame, and its address this frame's own: nothing of another origin is ever in between.
  const opened = view.open(new URL(exportHash, view.location.href), '_blank', size)
  if (!opened) return undefined
  const life = new AbortController()
  const { signal } = life
  frame.signal.addEventListener('abort', () => life.abort(), { signal })

  const hear = ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source !== opened || from !== origin || data !== exportReady) return
    const { port1, port2 } = new MessageChannel()
    const say = (words: ToExportWindow) => port1.postMessage(words)
    signal.addEventListener('abort', () => {
      say({ is: 'over' })
      port1.close()
    })
    port1.onmessage = async ({ data: asked }: MessageEvent<FromExportWindow>) => say(await answer(asked))
    opened.postMessage(exportPort, origin, [port2])
    say({ is: 'theme', theme: frame.page.theme, address })
  }
  view.addEventListener('message', hear, { signal })
  return () => life.abort()
}
