import { createError, type LatchkeyError } from 'latchkey/contract'
import { meetOpener } from '../../boot/meetOpener.ts'
import type { Frame } from '../../frame.ts'
import type { PendingApproval } from '../../provider/approval.ts'
import { passkeyRefusal } from '../../provider/refusal.ts'
import { createScreens } from '../../screens/createScreens.ts'
import { screenLoaders } from '../../screens/screenLoaders.ts'
import { type ToFrame, type ToWindow, windowPort, windowReady } from './messages.ts'

/** Milliseconds between two words to the frame that its visitor is here. */
const tellEvery = 10_000

/** Shows the approval of the frame that opened this window; answers false when none did. */
export function mountApproveWindow(view: Window & typeof globalThis): boolean {
  return meetOpener(view, { ready: windowReady, port: windowPort }, port => show(view, port))
}

function show(view: Window & typeof globalThis, port: MessagePort): void {
  const listeners = new Set<() => void>()
  const say = (words: ToFrame) => port.postMessage(words)
  let shown: { progress: ReturnType<PendingApproval['progress']> } | undefined
  let settle: ((failure?: LatchkeyError) => void) | undefined
  let toldAt = Number.NEGATIVE_INFINITY

  port.onmessage = ({ data }: MessageEvent<ToWindow>) => {
    if (data.is === 'over') view.close()
    else if (data.is === 'signed') settle?.()
    else if (data.is === 'failed') settle?.(failureOf(data))
    else if (data.is === 'progress' && shown) {
      shown.progress = data.progress
      for (const listener of listeners) listener()
    } else if (data.is === 'show' && !shown) begin(data)
  }

  function begin({ request, progress, theme, dapp }: Extract<ToWindow, { is: 'show' }>): void {
    shown = { progress }
    const state = shown
    const screens = createScreens({
      document: view.document,
      loaders: screenLoaders,
      emit: () => {},
      // The screen reads nothing else of a frame.
      frame: () => ({ page: { theme, dapp } }) as Frame,
      touched() {
        const now = view.performance.now()
        if (now - toldAt < tellEvery) return
        toldAt = now
        say({ is: 'touched' })
      },
    })
    screens.dress(theme)
    const pending: PendingApproval = {
      request,
      progress: () => state.progress,
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      approve: () =>
        new Promise((resolve, reject) => {
          settle = failure => {
            if (failure === undefined) resolve(true)
            else reject(failure)
          }
          say({ is: 'agree' })
        }),
    }
    void screens.show('APPROVE', pending).result.then(result => {
      if (result === 'closed') say({ is: 'refuse' })
      view.close()
    })
  }
}

/** The frame's error, as far as its words say. */
function failureOf({ words, mayRepeat }: Extract<ToWindow, { is: 'failed' }>): LatchkeyError {
  return mayRepeat ? passkeyRefusal() : createError('UNKNOWN', { context: { rpc: { message: words } } })
}
