import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { createFrameSplitter } from './createFrameSplitter.ts'

/** What a line between a client and the relay does to bytes; as given, until it is given again. */
export interface Fault {
  /** New connections are refused: no listener. */
  readonly down?: boolean
  /** Nothing passes any more and no side is notified: a pulled cable. */
  readonly silent?: boolean
  /** The client is heard, and hears nothing. */
  readonly deaf?: boolean
  /** Milliseconds that bytes take longer. */
  readonly latency?: number
  /** Bytes a second, in each direction of each connection. */
  readonly bytesPerSecond?: number
  /** How often the client gets each push of the relay; once unless set. */
  readonly copies?: number
  /** Each copy of a push comes up to this many milliseconds late, so that they overtake each other. */
  readonly jitter?: () => number
}

/** A line that breaks on demand. */
export interface FaultProxy {
  readonly url: string
  /** Connections that are open. */
  readonly open: number
  /** Connections so far. */
  readonly total: number
  /** Bytes that clients have sent. */
  readonly sent: number
  /** From now on, also for open connections. */
  set(fault: Fault): void
  /** Cuts all connections, with a reset. */
  cut(): void
  /** Sends clients bytes that the relay did not send. */
  garble(bytes: Uint8Array): void
  close(): Promise<void>
}

/** A TCP proxy on loopback to the relay at `port`. */
export async function startFaultProxy(port: number): Promise<FaultProxy> {
  let fault: Fault = {}
  let total = 0
  let sent = 0
  const lines = new Set<readonly [Socket, Socket]>()

  const server = createServer(client => {
    if (fault.down) {
      client.resetAndDestroy()
      return
    }
    total += 1
    const relay = dial({ port, host: '127.0.0.1' })
    const line = [client, relay] as const
    lines.add(line)
    client.on('data', (chunk: Buffer) => {
      sent += chunk.length
    })
    carry(client, relay, () => ({ ...fault, deaf: false }))
    carryPushes(relay, client, () => fault)
    for (const [end, other] of [line, [relay, client]] as const) {
      end.on('error', () => {})
      end.on('end', () => {
        if (!fault.silent) other.end()
      })
      end.on('close', () => {
        lines.delete(line)
        // A pulled cable notifies no side.
        if (!fault.silent) other.destroy()
      })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  const cut = (): void => {
    for (const ends of lines) for (const end of ends) end.resetAndDestroy()
    lines.clear()
  }
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/relay`,
    get open() {
      return lines.size
    },
    get total() {
      return total
    },
    get sent() {
      return sent
    },
    set(next) {
      fault = next
    },
    cut,
    garble(bytes) {
      for (const [client] of lines) client.write(bytes)
    },
    async close() {
      fault = { down: true }
      cut()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

/** Hands bytes on in their order, as late and as slowly as the fault of the moment wants. */
function carry(from: Socket, to: Socket, fault: () => Fault): void {
  let last: Promise<void> = Promise.resolve()
  from.on('data', (chunk: Buffer) => {
    const arrived = Date.now()
    last = last.then(() => deliver(to, chunk, arrived, fault))
  })
}

/** The relay's side, frame by frame: pushes may come several times and overtake each other. */
function carryPushes(from: Socket, to: Socket, fault: () => Fault): void {
  const split = createFrameSplitter()
  let last: Promise<void> = Promise.resolve()
  from.on('data', (chunk: Buffer) => {
    const arrived = Date.now()
    for (const frame of split(chunk)) {
      const { copies = 1, jitter } = fault()
      if ((copies === 1 && jitter === undefined) || !frame.includes('_subscription"')) {
        last = last.then(() => deliver(to, frame, arrived, fault))
        continue
      }
      for (let copy = 0; copy < copies; copy += 1)
        setTimeout(() => void deliver(to, frame, arrived, fault), jitter?.() ?? 0)
    }
  })
}

async function deliver(to: Socket, bytes: Buffer, arrived: number, fault: () => Fault): Promise<void> {
  const { latency = 0, bytesPerSecond } = fault()
  const wait = Math.max(0, arrived + latency - Date.now())
  const long = bytesPerSecond === undefined ? 0 : (bytes.length / bytesPerSecond) * 1_000
  if (wait + long > 0) await new Promise(resolve => setTimeout(resolve, wait + long))
  const { silent, deaf } = fault()
  // What a silent line swallows is gone.
  if (!silent && !deaf && !to.destroyed) to.write(bytes)
}
