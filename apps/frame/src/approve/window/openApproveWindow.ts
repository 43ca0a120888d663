import type { Frame } from '../../frame.ts'
import { touch } from '../../lock/touch.ts'
import type { PendingApproval } from '../../provider/approval.ts'
import { isPasskeyRefusal } from '../../provider/refusal.ts'
import { approveHash, type ToFrame, type ToWindow, windowPort, windowReady } from './messages.ts'

/** What a person needs to read an approval in. */
const size = 'popup,width=420,height=720'

/**
 * Continues an approval in its own window, where no other page can cover it: for browsers that cannot detect what
 * covers a frame (T08). Call it in a click. Returns a function that closes the window; undefined when it did not open.
 */
export function openApproveWindow(
  view: Window & typeof globalThis,
  options: {
    readonly pending: PendingApproval
    readonly frame: Frame
    readonly wordsOf: (cause: unknown) => string
    readonly done: () => void
    /** Its visitor has to show in the frame first that it is them. */
    readonly locked: () => void
    readonly close: () => void
  },
): (() => void) | undefined {
  const { pending, frame, wordsOf, done, locked, close } = options
  const { origin } = view.location
  // Its opener is this frame, and its address this frame's own: nothing of another origin is ever in between.
  const opened = view.open(new URL(approveHash, view.location.href), '_blank', size)
  if (!opened) return undefined
  const life = new AbortController()
  const { signal } = life

  const hear = ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source !== opened || from !== origin || data !== windowReady) return
    const { port1, port2 } = new MessageChannel()
    const say = (words: ToWindow) => port1.postMessage(words)
    const stopWatching = pending.watch(() => say({ is: 'progress', progress: pending.progress() }))
    signal.addEventListener('abort', () => {
      stopWatching()
      say({ is: 'over' })
      port1.close()
    })
    port1.onmessage = async ({ data: said }: MessageEvent<ToFrame>) => {
      if (said.is === 'refuse') return close()
      if (said.is === 'touched') return touch(frame)
      try {
        if (!(await pending.approve())) return locked()
        say({ is: 'signed' })
        done()
      } catch (cause) {
        say({ is: 'failed', words: wordsOf(cause), mayRepeat: isPasskeyRefusal(cause) })
      }
    }
    opened.postMessage(windowPort, origin, [port2])
    const { theme, dapp } = frame.page
    say({ is: 'show', request: pending.request, progress: pending.progress(), theme, dapp })
  }
  view.addEventListener('message', hear, { signal })
  return () => life.abort()
}
