import type { Connection, ConnectorType, Transport } from '../../../contract/connection.ts'

const types: Readonly<Record<Transport, readonly [ConnectorType, ...ConnectorType[]]>> = {
  injected: ['INJECTED', 'ANNOUNCED'],
  pairing: ['WALLET_CONNECT'],
  embedded: ['AUTH'],
}

/** A stored connection with the type of its connector, which releases before this one did not store. */
export function withType<Kept extends Connection>(connection: Kept): Kept {
  const { type, transport, wallet } = connection
  if (types[transport].includes(type)) return connection
  // Only an announcement names its wallet so.
  const isAnnounced = transport === 'injected' && wallet.rdns !== undefined
  return { ...connection, type: isAnnounced ? 'ANNOUNCED' : types[transport][0] }
}
