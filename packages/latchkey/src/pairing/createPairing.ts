import type { Pairing, PairingOptions } from './pairing.ts'
import { createSessions } from './session/createSessions.ts'
import { openTransport, type TransportEdges } from './socket/openTransport.ts'

export { buildNamespaces } from './namespaces/buildNamespaces.ts'
export { loadLiving } from './session/loadLiving.ts'

/** Returns the name of a widget's pairing database. */
export function pairingName(id: string): string {
  return `@latchkey/${id}/pairing`
}

/** Makes the pairing client of one widget. It sends nothing to the relay before `connect` or `restore`. */
export function createPairing(options: PairingOptions, edges: TransportEdges = {}): Pairing {
  const { database, relayUrl, projectId, version, clock, random, alert, log } = options
  const name = pairingName(options.id)
  const transport = openTransport({
    ...edges,
    name,
    database,
    relayUrl,
    projectId,
    version,
    clock,
    random,
    alert,
    log,
    ...(options.attest && { attest: options.attest }),
  })
  return createSessions(transport, options)
}
