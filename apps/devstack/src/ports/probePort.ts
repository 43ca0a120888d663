import { createServer } from 'node:net'

/**
 * Listens for a moment and answers the port that was given: the same one, or a free one for 0.
 * @throws Error with code EADDRINUSE, EACCES or EADDRNOTAVAIL.
 */
export function probePort(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}
