import { relayCloseCodes, relayLimits } from 'latchkey/contract'
import type { WebSocket } from 'ws'
import type { Transport } from './socket.ts'

/** How long a peer may take to close, in milliseconds, before it is cut off. */
const lastWords = 2_000

export function createTransport(ws: WebSocket): Transport {
  return {
    send(text, onSent) {
      if (ws.readyState === ws.OPEN) ws.send(text, onSent && (() => onSent()))
      else onSent?.()
    },
    ping: () => ws.readyState === ws.OPEN && ws.ping(),
    close(code, reason) {
      if (ws.isPaused) ws.resume()
      ws.close(code, reason)
      // One that reads nothing does not read this either.
      if (ws.bufferedAmount > relayLimits.unsent || code === relayCloseCodes.tooMany)
        setTimeout(() => ws.terminate(), lastWords).unref()
    },
    terminate: () => ws.terminate(),
    pause: () => ws.pause(),
    get unsent() {
      return ws.bufferedAmount
    },
  }
}
