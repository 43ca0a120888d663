import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

/** What a line between a client and the relay does to bytes; as given, until it is given again. */
export interface Fault {
  /** New connections are refused: nobody listens. */
  readonly down?: boolean
  /** Nothing passes any more and nobody is told: a pulled cable. */
  readonly silent?: boolean
  /** Milliseconds that bytes take longer. */
  readonly latency?: number
  /** Bytes a second, in each direction of each connection. */
  readonly bytesPerSecond?: number
}

/** A line that breaks when told to. */
export interface FaultProxy {
  readonly url: string
  /** Connections that are open. */
  readonly open: number
  /** Connections so far. */
  readonly total: number
  /** From now on; what is under way is treated so as well. */
  set(fault: Fault): void
  /** Cuts all connections, with a reset. */
  cut(): void
  /** Sends clients bytes that are not of the protocol; what follows them is lost on the client. */
  garble(bytes: Uint8Array): void
  close(): Promise<void>
}

interface Line {
  readonly ends: readonly [Socket, Socket]
}

/** A TCP proxy on loopback to the relay at `port`. */
export async function startFaultProxy(port: number): Promise<FaultProxy> {
  let fault: Fault = {}
  let total = 0
  const lines = new Set<Line>()

  const server = createServer(client => {
    if (fault.down) {
      client.resetAndDestroy()
      return
    }
    total += 1
    const relay = dial({ port, host: '127.0.0.1' })
    const line: Line = { ends: [client, relay] }
    lines.add(line)
    carry(client, relay, () => fault)
    carry(relay, client, () => fault)
    for (const [end, other] of [
      [client, relay],
      [relay, client],
    ] as const) {
      end.on('error', () => {})
      end.on('close', () => {
        lines.delete(line)
        // Of a pulled cable nobody hears.
        if (!fault.silent) other.destroy()
      })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  const cut = (): void => {
    for (const { ends } of lines) for (const end of ends) end.resetAndDestroy()
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
    set(next) {
      fault = next
    },
    cut,
    garble(bytes) {
      for (const {
        ends: [client],
      } of lines)
        client.write(bytes)
    },
    async close() {
      fault = {}
      cut()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

/** Hands bytes on in their order, as late and as slowly as the fault of the moment wants. */
function carry(from: Socket, to: Socket, fault: () => Fault): void {
  let last: Promise<void> = Promise.resolve()
  from.on('data', chunk => {
    const arrived = Date.now()
    from.pause()
    last = last.then(async () => {
      const { latency = 0, bytesPerSecond } = fault()
      const wait = Math.max(0, arrived + latency - Date.now())
      const long = bytesPerSecond === undefined ? 0 : (chunk.length / bytesPerSecond) * 1_000
      if (wait + long > 0) await new Promise(resolve => setTimeout(resolve, wait + long))
      // What a silent line swallows is gone.
      if (!fault().silent && !to.destroyed) to.write(chunk)
      from.resume()
    })
  })
  from.on('end', () => {
    if (!fault().silent) to.end()
  })
}
