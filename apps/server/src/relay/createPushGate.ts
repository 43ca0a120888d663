import { relayLimits } from 'latchkey/services'
import type { Clock } from '../core/http/appTypes.ts'
import type { RelaySocket } from './socket.ts'

/** The most milliseconds that a message waits, however slow the disk is: official clients give a publish up then. */
const longestHold = 60_000
/** Milliseconds in which a client that is there answers a ping, counted from the acknowledgement that it follows. */
const longestRead = 5_000
/** Milliseconds after an acknowledgement has left in which it may not be read yet. */
const readTime = 2_000

interface HeldPush {
  /** The socket's last publish before the message. */
  readonly after: number
  readonly bytes: number
  /** Monotonic milliseconds. */
  readonly until: number
  send(): void
}

/** The publishes of a socket whose acknowledgement its client may not have read yet, and the messages held for them. */
export interface SocketGate {
  /** By number, oldest first; the value is there once the acknowledgement has left. */
  readonly unread: Map<number, { readonly order: number; readonly leftAt: number } | undefined>
  readonly held: HeldPush[]
  heldBytes: number
  lastPublish: number
  lastOrder: number
  /** The acknowledgements that a ping follows. */
  pinged: number
  timer: NodeJS.Timeout | undefined
}

/**
 * Delivers a message to a socket only after its client has read the acknowledgement of every publish before it. The
 * official SDKs create the promise of an answer only once their publish has returned, and drop an earlier answer.
 */
export interface PushGate {
  /** The socket publishes. @returns a function to call once its answer has left, or cannot leave any more. */
  begin(socket: RelaySocket): () => void
  /** Calls `send` now or, in the order of calls, once the socket's client has read its acknowledgements. */
  pass(socket: RelaySocket, bytes: number, send: () => void): void
  /** The peer has answered a ping. */
  hear(socket: RelaySocket, payload: Buffer): void
  /** Forgets acknowledgements that were read long ago. */
  tidy(socket: RelaySocket): void
  /** Ends all waiting of a socket. */
  open(socket: RelaySocket): void
}

export function createPushGate(deps: { readonly clock: Clock }): PushGate {
  const { clock } = deps

  const release = (socket: RelaySocket, gate: SocketGate): void => {
    const now = clock()
    let next = Number.POSITIVE_INFINITY
    for (const [publish, left] of gate.unread) {
      if (left === undefined) continue
      const until = left.leftAt + (left.order <= gate.pinged ? longestRead : readTime)
      if (until <= now) gate.unread.delete(publish)
      else next = Math.min(next, until)
    }
    for (let [push] = gate.held; push !== undefined; [push] = gate.held) {
      const [oldest = Number.POSITIVE_INFINITY] = gate.unread.keys()
      if (oldest <= push.after && push.until > now && gate.heldBytes <= relayLimits.unsent) break
      gate.held.shift()
      gate.heldBytes -= push.bytes
      push.send()
    }
    clearTimeout(gate.timer)
    const [first] = gate.held
    const pause = Math.max(1, Math.min(next, first?.until ?? next) - now)
    gate.timer = first && setTimeout(() => release(socket, gate), pause).unref()
    if (first === undefined && gate.unread.size === 0 && socket.gate === gate) socket.gate = undefined
  }

  const read = (socket: RelaySocket, gate: SocketGate, order: number): void => {
    for (const [publish, left] of gate.unread)
      if (left !== undefined && left.order <= order) gate.unread.delete(publish)
    release(socket, gate)
  }

  const ping = (socket: RelaySocket, gate: SocketGate): void => {
    const order = gate.lastOrder
    if (order <= gate.pinged) return
    gate.pinged = order
    socket.transport.ping(String(order))
  }

  return {
    begin(socket) {
      socket.gate ??= {
        unread: new Map(),
        held: [],
        heldBytes: 0,
        lastPublish: 0,
        lastOrder: 0,
        pinged: 0,
        timer: undefined,
      }
      const { gate } = socket
      release(socket, gate)
      socket.gate = gate
      const publish = ++gate.lastPublish
      gate.unread.set(publish, undefined)
      return () => {
        gate.unread.set(publish, { order: ++gate.lastOrder, leftAt: clock() })
        if (gate.held.length === 0) return
        ping(socket, gate)
        release(socket, gate)
      }
    },
    pass(socket, bytes, send) {
      const { gate } = socket
      if (gate !== undefined) release(socket, gate)
      if (gate === undefined || (gate.unread.size === 0 && gate.held.length === 0)) {
        send()
        return
      }
      gate.held.push({ after: gate.lastPublish, bytes, until: clock() + longestHold, send })
      gate.heldBytes += bytes
      ping(socket, gate)
      release(socket, gate)
    },
    hear(socket, payload) {
      const order = Number(payload.toString())
      if (socket.gate !== undefined && payload.length > 0 && order <= socket.gate.pinged)
        read(socket, socket.gate, order)
    },
    tidy(socket) {
      if (socket.gate !== undefined) release(socket, socket.gate)
    },
    open(socket) {
      const { gate } = socket
      socket.gate = undefined
      clearTimeout(gate?.timer)
      for (const { send } of gate?.held.splice(0) ?? []) send()
    },
  }
}
