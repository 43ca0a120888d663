import type { Frame } from '../../../frame.ts'
import { type MakeAsked, type PasskeyBrowser, PasskeyError } from '../passkeyBrowser.ts'
import { dropSecret } from './handOver.ts'
import {
  type FromPasskeyWindow,
  passkeyHash,
  passkeyPort,
  passkeyReady,
  type ToPasskeyWindow,
} from './messages.ts'

const size = 'popup,width=420,height=560'
/** Milliseconds between two polls for a closed window, which emits no event. */
const look = 300
/**
 * Milliseconds for which a challenge waits for the press: with the time that a ceremony may take it is good at the services,
 * which keep it for five minutes, when the passkey is made.
 */
const freshFor = 120_000

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
  let port: MessagePort | undefined
  /** Its person waits for a challenge. */
  let isPressed = false
  let onPress: (() => void) | undefined
  let settle: ((said: FromPasskeyWindow) => void) | undefined

  const say = (words: ToPasskeyWindow) => port?.postMessage(words)
  const hear = ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source !== opened || from !== origin || data !== passkeyReady) return
    // The window reloaded: the requests to its previous page stay unanswered.
    if (port) return life.abort()
    const { port1, port2 } = new MessageChannel()
    port = port1
    port1.onmessage = ({ data: said }: MessageEvent<FromPasskeyWindow>) => {
      if (said.is === 'left') return life.abort()
      if (said.is !== 'pressed') {
        // Too late for a request that ended.
        if (settle) settle(said)
        else dropSecret(said)
        return
      }
      isPressed = true
      onPress?.()
    }
    opened.postMessage(passkeyPort, origin, [port2])
    say({ is: 'theme', theme: frame.page.theme })
  }
  view.addEventListener('message', hear, { signal })
  const timer = view.setInterval(() => opened.closed && life.abort(), look)
  signal.addEventListener('abort', () => {
    view.clearInterval(timer)
    settle?.({ is: 'failed', code: 'cancelled' })
    say({ is: 'over' })
    port?.close()
    opened.close()
  })

  /** What the window says next to what it is asked by `begin`. */
  async function next(begin: (fail: (cause: unknown) => void) => void): Promise<FromPasskeyWindow> {
    try {
      const said = await new Promise<FromPasskeyWindow>((resolve, reject) => {
        settle = resolve
        if (signal.aborted) resolve({ is: 'failed', code: 'cancelled' })
        else begin(reject)
      })
      if (said.is === 'failed') throw new PasskeyError(said.code)
      return said
    } finally {
      settle = undefined
      onPress = undefined
    }
  }

  return {
    isSupported: true,
    async make(ask) {
      // Ask before the press, because a session that must be proven again prevents the passkey.
      let asked: MakeAsked = await ask()
      let at = view.performance.now()
      const said = await next(fail => {
        onPress = async () => {
          try {
            if (view.performance.now() - at > freshFor) {
              asked = await ask()
              at = view.performance.now()
            }
            isPressed = false
            say({ is: 'make', asked })
          } catch (cause) {
            fail(cause)
          }
        }
        if (isPressed) onPress()
      })
      if (said.is !== 'made') throw new PasskeyError('unsupported')
      return said.made
    },
    async use(asked) {
      const said = await next(fail => {
        if (port) say({ is: 'use', asked })
        else fail(new PasskeyError('unsupported'))
      })
      if (said.is !== 'used') throw new PasskeyError('unsupported')
      return said.used
    },
    close: () => life.abort(),
  }
}
