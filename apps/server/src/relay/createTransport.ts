import type { Duplex } from 'node:stream'
import { relayCloseCodes, relayLimits } from 'latchkey/services'
import type { WebSocket } from 'ws'
import type { Transport } from './socket.ts'

/** How long a peer may take to close, in milliseconds, before it is cut off. */
const lastWords = 2_000

/** A class, because thousands of idle sockets would each keep functions of their own. */
class WsTransport implements Transport {
  readonly #ws: WebSocket
  readonly #stream: Duplex

  constructor(ws: WebSocket, stream: Duplex) {
    this.#ws = ws
    this.#stream = stream
  }

  send(text: string, onSent?: (isSent: boolean) => void): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.send(text, onSent && (error => onSent(!error)))
    else onSent?.(false)
  }

  ping(payload?: string): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.ping(payload)
  }

  close(code: number, reason: string): void {
    const ws = this.#ws
    if (ws.isPaused) ws.resume()
    ws.close(code, reason)
    // One that reads nothing does not read this either.
    if (ws.bufferedAmount > relayLimits.unsent || code === relayCloseCodes.tooMany)
      setTimeout(() => ws.terminate(), lastWords).unref()
  }

  dismiss(code: number, reason: string): void {
    const ws = this.#ws
    if (!ws.isPaused) ws.pause()
    ws.close(code, reason)
    // Its own close would stand behind all that it sent; ending ours is what it sees.
    this.#stream.end()
    setTimeout(() => ws.terminate(), lastWords).unref()
  }

  terminate(): void {
    this.#ws.terminate()
  }

  pause(): void {
    this.#ws.pause()
  }

  get unsent(): number {
    return this.#ws.bufferedAmount
  }
}

export function createTransport(ws: WebSocket, stream: Duplex): Transport {
  return new WsTransport(ws, stream)
}
