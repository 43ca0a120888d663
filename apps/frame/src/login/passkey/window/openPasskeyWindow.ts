import type { Frame } from '../../../frame.ts'
import { type PasskeyBrowser, PasskeyError } from '../passkeyBrowser.ts'
import {
  type FromPasskeyWindow,
  passkeyHash,
  passkeyPort,
  passkeyReady,
  type ToPasskeyWindow,
} from './messages.ts'

const size = 'popup,width=420,height=560'
/** Milliseconds between two looks at whether the window was closed, of which no event tells. */
const look = 300

/** Passkeys by way of a window: for as long as it is open. */
export interface PasskeyWindow extends PasskeyBrowser {
  close(): void
}

/**
 * Opens a window of the wallet's own, at the top level, in which a passkey can be made: for browsers that make none in a
 * page within another one (reference §2.4). To be called in a click. Undefined when it did not open.
 */
export function openPasskeyWindow(
  view: Window & typeof globalThis,
  frame: Pick<Frame, 'page' | 'signal'>,
): PasskeyWindow | undefined {
  const { origin } = view.location
  // Its opener is this frame, and its address this frame's own: nothing of another origin is ever in between.
  const opened = view.open(new URL(passkeyHash, view.location.href), '_blank', size)
  if (!opened) return undefined
  const life = new AbortController()
  const { signal } = life
  frame.signal.addEventListener('abort', () => life.abort(), { signal })
  let settle: ((said: FromPasskeyWindow) => void) | undefined
  const port = new Promise<MessagePort>(resolve => {
    const hear = ({ source, origin: from, data }: MessageEvent<unknown>) => {
      if (source !== opened || from !== origin || data !== passkeyReady) return
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data: said }: MessageEvent<FromPasskeyWindow>) => settle?.(said)
      opened.postMessage(passkeyPort, origin, [port2])
      port1.postMessage({ is: 'theme', theme: frame.page.theme } satisfies ToPasskeyWindow)
      resolve(port1)
    }
    view.addEventListener('message', hear, { signal })
  })
  const timer = view.setInterval(() => opened.closed && life.abort(), look)
  signal.addEventListener('abort', () => {
    view.clearInterval(timer)
    settle?.({ is: 'failed', code: 'cancelled' })
    opened.close()
  })

  async function ask(words: ToPasskeyWindow): Promise<FromPasskeyWindow> {
    const said = await new Promise<FromPasskeyWindow>(resolve => {
      settle = resolve
      if (signal.aborted) resolve({ is: 'failed', code: 'cancelled' })
      else void port.then(opened => opened.postMessage(words))
    })
    if (said.is === 'failed') throw new PasskeyError(said.code)
    return said
  }

  return {
    isSupported: true,
    async make(asked) {
      const said = await ask({ is: 'make', asked })
      if (said.is !== 'made') throw new PasskeyError('unsupported')
      return said.made
    },
    async use(asked) {
      const said = await ask({ is: 'use', asked })
      if (said.is !== 'used') throw new PasskeyError('unsupported')
      return said.used
    },
    close: () => life.abort(),
  }
}
