/** One WebSocket to the relay, from opening to its end; a new one is made for every try. */

/** The part of `WebSocket` that is used. */
export interface SocketLike {
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  send(text: string): void
  close(code?: number): void
}

export type OpenSocket = (url: string) => SocketLike

export interface RelaySocket {
  send(text: string): void
  /** Ends it without another event: what comes late is of no interest. */
  drop(): void
}

export interface RelaySocketOptions {
  readonly url: string
  readonly openSocket: OpenSocket
  readonly onOpen: () => void
  readonly onText: (text: unknown) => void
  /** Once: closed by either side, or never opened (code 1006). */
  readonly onClose: (code: number, reason: string) => void
}

export function openRelaySocket(options: RelaySocketOptions): RelaySocket {
  let isOver = false
  let socket: SocketLike | undefined
  const end = (code: number, reason: string) => {
    if (isOver) return
    isOver = true
    options.onClose(code, reason)
  }
  try {
    socket = options.openSocket(options.url)
    socket.onopen = () => {
      if (!isOver) options.onOpen()
    }
    socket.onmessage = ({ data }: { readonly data: unknown }) => {
      if (!isOver) options.onText(data)
    }
    socket.onclose = ({ code, reason }: { readonly code: number; readonly reason: string }) =>
      end(code, reason)
  } catch (cause) {
    // A page over https may not open ws://.
    queueMicrotask(() => end(1_006, String(cause)))
  }
  return {
    send(text) {
      try {
        if (!isOver) socket?.send(text)
      } catch {
        // It is closing: its end comes as an event, and the call is sent again on the next one.
      }
    },
    drop() {
      isOver = true
      try {
        socket?.close(1_000)
      } catch {
        // A socket that never opened.
      }
    },
  }
}
