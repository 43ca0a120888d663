import { type FromKeeper, keeperHash, keeperPort, keeperReady, type ToKeeper } from './messages.ts'

const size = 'popup,width=420,height=320'
/** Milliseconds between two looks for a closed window, which emits no event. */
const look = 300

/** How a window that stores keys was met, or that it was not. */
export type KeeperAnswer = FromKeeper | { readonly is: 'blocked' | 'closed' }

/** Opens such a window, in the task of a press; null when the browser opens none. */
export function openKeeper(view: Window & typeof globalThis): Window | null {
  return view.open(new URL(keeperHash, view.location.href), '_blank', size)
}

/**
 * Asks the window that stores keys: one that this frame opened, or one that the page around did, in the wallet's own origin in either
 * case. The first that greets is asked, once.
 */
export function askKeeper(
  view: Window & typeof globalThis,
  options: { readonly asked: ToKeeper; readonly opened?: Window; readonly signal: AbortSignal },
): Promise<KeeperAnswer> {
  const { asked, opened, signal } = options
  const { origin } = view.location
  return new Promise(resolve => {
    const life = new AbortController()
    const hearing = new AbortController()
    const end = (answer: KeeperAnswer) => {
      life.abort()
      resolve(answer)
    }
    view.addEventListener(
      'message',
      ({ source, origin: from, data }: MessageEvent<unknown>) => {
        if (from !== origin || data !== keeperReady || source === null) return
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data: answer }: MessageEvent<FromKeeper>) => end(answer)
        ;(source as Window).postMessage(keeperPort, origin, [port2])
        port1.postMessage(asked)
        // Another window may greet; this one has the request.
        hearing.abort()
      },
      { signal: AbortSignal.any([signal, life.signal, hearing.signal]) },
    )
    signal.addEventListener('abort', () => end({ is: 'closed' }), { signal: life.signal })
    if (!opened) return
    const timer = view.setInterval(() => {
      // Its answer may still be on its way.
      if (opened.closed) view.setTimeout(() => end({ is: 'closed' }), look)
    }, look)
    life.signal.addEventListener('abort', () => view.clearInterval(timer))
  })
}
