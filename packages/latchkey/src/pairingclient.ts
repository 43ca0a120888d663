/** `latchkey/pairingclient`: the page's side of pairing without a widget. Only in the repository: it is not published. */

export type { KeyValueDatabase } from './engine/base/database.ts'
export { createPairing, pairingName } from './pairing/createPairing.ts'
export { buildNamespaces } from './pairing/namespaces/buildNamespaces.ts'
export type { PairedSession, Pairing, PairingAttempt, PairingOptions } from './pairing/pairing.ts'
export type { TransportEdges } from './pairing/socket/openTransport.ts'
