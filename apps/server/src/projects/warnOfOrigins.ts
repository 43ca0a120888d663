import type { Logger } from 'pino'

/** The most projects whose warning is remembered. */
const mostWarned = 1_000

/** Returns what logs a project's stored origins that are none, once for each list: an operator has to remove or mend them. */
export function warnOfOrigins(
  log: Pick<Logger, 'warn'>,
): (projectId: string, origins: readonly string[]) => void {
  const warned = new Map<string, string>()
  return (projectId, origins) => {
    const list = origins.join('\n')
    if (warned.get(projectId) === list || warned.size >= mostWarned) return
    warned.set(projectId, list)
    log.warn(
      { projectId, origins },
      'these stored origins are ignored: an origin is a scheme, a host and a port, without wildcards',
    )
  }
}
