import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { relayCloseCodes } from 'latchkey/services'
import type { WebSocket, WebSocketServer } from 'ws'
import type { Admission } from './admitSocket.ts'
import { createTally } from './createTally.ts'

type Refusal = Exclude<Admission, { readonly clientId: string }>

const phrases = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

/**
 * The most waiting refusals of one address; further ones are answered at once, so that they take no room from others.
 */
const mostOfAddress = 20

/** Says no, late: clients that are refused at once come back at once, hundreds of times a second. */
export interface Refusals {
  /** Whether one more fits among those that wait. */
  readonly hasRoom: boolean
  refuse(options: {
    readonly request: IncomingMessage
    readonly socket: Duplex
    readonly head: Buffer
    readonly address: string
    readonly refusal: Refusal
    /** Refuse by a close frame, for clients that cannot see a status. */
    readonly asClose: boolean
  }): void
  close(): void
}

export function createRefusals(deps: {
  readonly sockets: WebSocketServer
  readonly most: number
  /** Milliseconds. */
  readonly delay: number
}): Refusals {
  const waiting = new Set<{ readonly end: () => void; readonly timer: NodeJS.Timeout }>()

  const addresses = createTally()

  const later = (socket: Duplex, address: string, end: () => void): void => {
    const entry = {
      end,
      timer: setTimeout(() => {
        waiting.delete(entry)
        end()
      }, deps.delay),
    }
    waiting.add(entry)
    const leave = addresses.join(address)
    socket.once('close', () => {
      clearTimeout(entry.timer)
      waiting.delete(entry)
      leave()
    })
  }

  return {
    get hasRoom() {
      return waiting.size < deps.most
    },
    refuse({ request, socket, head, address, refusal, asClose }) {
      if (addresses.count(address) >= mostOfAddress) return refuseNow(socket, 503)
      if (!asClose) return later(socket, address, () => refuseNow(socket, refusal.status))
      const code = refusal.name === 'rate' ? relayCloseCodes.tooMany : relayCloseCodes.refused
      deps.sockets.handleUpgrade(request, socket, head, (ws: WebSocket) => {
        ws.on('error', () => {})
        later(socket, address, () => {
          ws.resume()
          ws.close(code, refusal.reason)
        })
        // Whatever it has to say is not read.
        ws.pause()
      })
    },
    close() {
      for (const { end, timer } of waiting) {
        clearTimeout(timer)
        end()
      }
      waiting.clear()
    },
  }
}

/** Answers a handshake with a status and lets go. */
export function refuseNow(socket: Duplex, status: keyof typeof phrases): void {
  socket.on('error', () => {})
  const answer = `HTTP/1.1 ${status} ${phrases[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
  // The peer may never close its side, and nothing more is read from it.
  socket.end(answer, () => socket.destroy())
}
