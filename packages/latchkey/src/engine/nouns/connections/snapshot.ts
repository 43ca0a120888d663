/** The stored snapshot a page paints from before any wallet was asked (SPEC-NOTES §4 "On load"). */
import { isCaipNetworkId } from '../../../contract/caip.ts'
import { type Connection, mostAccounts } from '../../../contract/connection.ts'
import type { StoredKey } from '../../base/stored.ts'
import { type ConnectionsSnapshot, snapshotVersion } from './connectionsState.ts'
import { withType } from './withType.ts'

type Foreign = Readonly<Record<string, unknown>>

/** `@latchkey/<id>/snapshot`, version 1, for good: a connection ends when the visitor or the wallet ends it. */
export const snapshotKey: StoredKey<ConnectionsSnapshot> = {
  name: 'snapshot',
  version: snapshotVersion,
  parse: parseSnapshot,
}

const transports: readonly unknown[] = ['injected', 'pairing', 'embedded']
const types: readonly unknown[] = ['eoa', 'smartAccount', 'payment', 'ordinals']

// Checked where it stands instead of copied: what JSON.parse made is ours alone; keys that no code reads do no harm.
function parseSnapshot(data: unknown): ConnectionsSnapshot | undefined {
  const { activeNamespace, connections, active, chosen } = fields(data)
  if (!Array.isArray(connections) || connections.length > 50 || !active || !chosen) return undefined
  const isSound =
    typeof activeNamespace === 'string' &&
    isCaipNetworkId(`${activeNamespace}:0`) &&
    connections.every(isConnection) &&
    new Set(connections.map(each => each.id)).size === connections.length &&
    Object.entries(fields(active)).every(([ns, value]) => {
      const { connectionId, caip10 } = fields(value)
      const owner = connections.find((each: Connection) => each.id === connectionId)
      return owner?.namespaces[ns]?.accounts.some(account => account.caip10 === caip10)
    }) &&
    Object.entries(fields(chosen)).every(([ns, id]) => isCaipNetworkId(id, ns))
  return isSound ? { ...(data as ConnectionsSnapshot), connections: connections.map(withType) } : undefined
}

/** Whether a stored value is a connection in every part that is read. */
export function isConnection(data: unknown): data is Connection {
  const { id, walletId, transport, wallet, namespaces } = fields(data)
  const { name, icon = '', rdns = '', injectedId = '' } = fields(wallet)
  const parts = Object.entries(fields(namespaces))
  return (
    [id, walletId, name, icon, rdns, injectedId].every(text => typeof text === 'string') &&
    transports.includes(transport) &&
    parts.length > 0 &&
    parts.every(([ns, part]) => {
      const {
        caipNetworkId,
        accounts,
        preferredAccountType: type = 'eoa',
        smartAccountDeployed,
      } = fields(part)
      return (
        types.includes(type) &&
        ['undefined', 'boolean'].includes(typeof smartAccountDeployed) &&
        isCaipNetworkId(caipNetworkId, ns) &&
        Array.isArray(accounts) &&
        accounts.length > 0 &&
        accounts.length <= mostAccounts &&
        accounts.every(account => isAccount(account, ns))
      )
    })
  )
}

function isAccount(data: unknown, ns: string): boolean {
  const { caip10, type, publicKey = '', path = '' } = fields(data)
  return (
    typeof caip10 === 'string' &&
    caip10.startsWith(`${ns}:`) &&
    /^[^:]+:[^:]+:[-.%\w]{1,128}$/.test(caip10) &&
    types.includes(type) &&
    typeof publicKey === 'string' &&
    typeof path === 'string'
  )
}

function fields(value: unknown): Foreign {
  return typeof value === 'object' && value !== null ? (value as Foreign) : {}
}
