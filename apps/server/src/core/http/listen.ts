import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Opens a port and answers its number. @throws Error with one clear sentence when it cannot be had. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, port, host)))
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function portError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const reason =
    error.code === 'EADDRINUSE'
      ? 'it is already in use'
      : error.code === 'EACCES'
        ? 'it may not be used by this user'
        : `${error.code ?? error.message}`
  return new Error(`Port ${port} on ${host} cannot be had: ${reason}`, { cause: error })
}
