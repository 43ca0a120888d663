import { probePort } from './probePort.ts'
import { refusedPorts } from './refusedPorts.ts'

export interface WantedPort {
  readonly port: number
  /** What wants it, as a reader knows it: `the playground`. */
  readonly by: string
}

/**
 * Checks every port before anything is started. `localhost` names two addresses, and a browser may prefer ::1, so
 * a stranger there counts as busy too.
 * @throws Error with one line that names the port and what wanted it.
 */
export async function assertPortsFree(wanted: readonly WantedPort[], host: string): Promise<void> {
  const hosts = host === '127.0.0.1' ? [host, '::1'] : [host]
  const refused = wanted.find(({ port }) => refusedPorts.includes(port))
  if (refused) {
    throw new Error(
      `Port ${refused.port} is one that browsers refuse to open; ${refused.by} needs it. Choose another --port.`,
    )
  }
  for (const { port, by } of wanted) {
    for (const address of hosts) {
      try {
        await probePort(port, address)
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined
        if (address === '::1' && code !== 'EADDRINUSE') continue
        throw new Error(explain(code, port, by, address), { cause: error })
      }
    }
  }
}

function explain(code: unknown, port: number, by: string, address: string): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use; ${by} needs it. Free it or choose another --port.`
  if (code === 'EACCES')
    return `Port ${port} is not allowed for this user; ${by} needs it. Choose another --port.`
  return `Cannot listen on ${address} port ${port} for ${by}: ${String(code ?? 'unknown reason')}.`
}
