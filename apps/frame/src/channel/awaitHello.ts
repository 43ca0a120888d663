import { type FrameHello, type FrameSite, mayEmbed, readFrameHello } from 'latchkey/services'

export interface Greeting {
  readonly hello: FrameHello
  /** The page's origin, as the browser says it. */
  readonly origin: string
  readonly port: MessagePort
}

/**
 * Waits for the one message accepted on the window: from the embedding page, from a listed origin, with one port. Drops
 * every other message, and removes the listener afterwards (T01, T02).
 */
export function awaitHello(scope: Window, site: FrameSite): Promise<Greeting> {
  return new Promise(resolve => {
    const hear = (event: MessageEvent<unknown>) => {
      const [port] = event.ports
      if (event.source !== scope.parent || !mayEmbed(site, event.origin)) return
      const hello = readFrameHello(event.data)
      if (!hello || hello.payload.projectId !== site.projectId || !port || event.ports.length !== 1) return
      scope.removeEventListener('message', hear)
      resolve({ hello, origin: event.origin, port })
    }
    scope.addEventListener('message', hear)
  })
}
