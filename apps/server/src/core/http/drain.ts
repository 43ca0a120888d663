import type { Server } from 'node:http'

/** How often connections that have nothing to do are let go while the server stops, in milliseconds. */
const drainTick = 25

/** Counts requests that are being answered. */
export function countRunning(server: Server): () => number {
  let running = 0
  server.on('request', (_request, response) => {
    running++
    response.once('close', () => {
      running--
    })
  })
  return () => running
}

/** Closes a port: no new requests, and the running ones have `timeout` milliseconds. */
export function drain(server: Server, running: () => number, timeout: number): Promise<void> {
  return new Promise(resolve => {
    const tick = setInterval(() => {
      // A connection that never asked anything does not count as idle to Node, and would hold the stop up.
      if (running() === 0) server.closeAllConnections()
      else server.closeIdleConnections()
    }, drainTick)
    const done = () => {
      clearInterval(tick)
      clearTimeout(cut)
      resolve()
    }
    const cut = setTimeout(() => {
      server.closeAllConnections()
      // Those that were upgraded are not among them, and would hold the stop up as long as they like.
      done()
    }, timeout)
    server.close(done)
  })
}
