/** The stored snapshot a page paints from before any wallet was asked (SPEC-NOTES §4 "On load"). */
import type { Account, AccountType } from '../../contract/account.ts'
import {
  type CaipAddress,
  type CaipNetworkId,
  type ChainNamespace,
  isCaipNetworkId,
  namespaceOf,
} from '../../contract/caip.ts'
import type { ConnectedNamespace, Connection } from '../../contract/connection.ts'
import type { StoredKey } from '../base/stored.ts'
import type { ActiveAccount, ConnectionsSnapshot } from './connectionsState.ts'

type Foreign = Readonly<Record<string, unknown>>

/** `@latchkey/<id>/snapshot`, version 1, for good: a connection ends when the visitor or the wallet ends it. */
export const snapshotKey: StoredKey<ConnectionsSnapshot> = {
  name: 'snapshot',
  version: 1,
  parse: parseSnapshot,
}

// Written by hand: this runs before first paint, inside the 6 kB of the button.
function parseSnapshot(data: unknown): ConnectionsSnapshot | undefined {
  const box = asObject(data)
  if (!box || typeof box.activeNamespace !== 'string' || !Array.isArray(box.connections)) return undefined
  const connections = box.connections.slice(0, 20).map(parseConnection)
  if (connections.includes(undefined)) return undefined
  const kept = connections as Connection[]
  const active: Record<string, ActiveAccount> = {}
  for (const [ns, value] of Object.entries(asObject(box.active) ?? {})) {
    const entry = asObject(value)
    const connection = kept.find(other => other.id === entry?.connectionId)
    const account = connection?.namespaces[ns]?.accounts.find(other => other.caip10 === entry?.caip10)
    if (!connection || !account) return undefined
    active[ns] = { connectionId: connection.id, caip10: account.caip10 }
  }
  const chosen: Record<string, CaipNetworkId> = {}
  for (const [ns, id] of Object.entries(asObject(box.chosen) ?? {}))
    if (isCaipNetworkId(id, ns)) chosen[ns] = id
  return { activeNamespace: box.activeNamespace, connections: kept, active, chosen }
}

function parseConnection(data: unknown): Connection | undefined {
  const box = asObject(data)
  const wallet = asObject(box?.wallet)
  const { id, walletId, transport } = box ?? {}
  if (typeof id !== 'string' || typeof walletId !== 'string' || typeof wallet?.name !== 'string')
    return undefined
  if (transport !== 'injected' && transport !== 'pairing' && transport !== 'embedded') return undefined
  const namespaces: Record<string, ConnectedNamespace> = {}
  for (const [ns, value] of Object.entries(asObject(box?.namespaces) ?? {})) {
    const entry = asObject(value)
    const network = entry?.caipNetworkId
    if (!isCaipNetworkId(network, ns) || !Array.isArray(entry?.accounts)) return undefined
    const accounts = entry.accounts.slice(0, 100).map(account => parseAccount(account, ns))
    if (accounts.length === 0 || accounts.includes(undefined)) return undefined
    namespaces[ns] = { caipNetworkId: network, accounts: accounts as Account[] }
  }
  return Object.keys(namespaces).length === 0
    ? undefined
    : {
        id,
        walletId,
        transport,
        wallet: {
          name: wallet.name,
          ...(typeof wallet.icon === 'string' && { icon: wallet.icon }),
          ...(typeof wallet.rdns === 'string' && { rdns: wallet.rdns }),
        },
        namespaces,
      }
}

const types: readonly unknown[] = ['eoa', 'smartAccount', 'payment', 'ordinals']

function parseAccount(data: unknown, ns: ChainNamespace): Account | undefined {
  const box = asObject(data)
  const { caip10, type, publicKey, path } = box ?? {}
  if (typeof caip10 !== 'string' || !/^[^:]+:[^:]+:[-.%\w]{1,128}$/.test(caip10)) return undefined
  if (namespaceOf(caip10 as CaipAddress) !== ns || !types.includes(type)) return undefined
  return {
    caip10: caip10 as CaipAddress,
    type: type as AccountType,
    ...(typeof publicKey === 'string' && { publicKey }),
    ...(typeof path === 'string' && { path }),
  }
}

function asObject(value: unknown): Foreign | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Foreign) : undefined
}
