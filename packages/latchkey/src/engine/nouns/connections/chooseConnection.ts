import { addressOf, type ChainNamespace } from '../../../contract/caip.ts'
import type { Connection } from '../../../contract/connection.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { EngineContext } from '../../context.ts'
import { isListed } from '../networks/findNetwork.ts'
import type { ConnectionsState } from './connectionsState.ts'

export interface ConnectionChoice {
  readonly connectionId: string
  /** One of its accounts; default the one in use, else its first. */
  readonly address?: string | undefined
  /** Default the one of the address, else the active one if the connection has it, else its first. */
  readonly namespace?: ChainNamespace | undefined
}

/** A connector's status (SPEC §4 "Connector status"): it is the active one of the namespace, it has a connection, or none. */
export function connectorStatus(
  { active, connections }: Pick<ConnectionsState, 'active' | 'connections'>,
  connectionId: string,
  namespace: ChainNamespace,
): 'connected' | 'active' | 'disconnected' {
  if (active[namespace]?.connectionId === connectionId) return 'connected'
  const has = connections.some(({ id, namespaces }) => id === connectionId && namespaces[namespace])
  return has ? 'active' : 'disconnected'
}

/**
 * Makes another connection, or another account of the same one, the one in use, without a prompt, and answers its namespace (SPEC §4
 * "Stored connection status": connected or active).
 * @throws LatchkeyError NOT_CONNECTED for a connection that does not exist, INVALID_CAIP_ADDRESS for an address it does not hold.
 */
export function chooseConnection(ctx: EngineContext, choice: ConnectionChoice): ChainNamespace {
  const { connectionId, address } = choice
  const before = ctx.connections.getState()
  const connection = before.connections.find(({ id }) => id === connectionId)
  const namespace = connection && namespaceOf(connection, choice, before.activeNamespace)
  const part = namespace === undefined ? undefined : connection?.namespaces[namespace]
  if (!connection || namespace === undefined || !part) {
    throw createError('NOT_CONNECTED', { context: { connectionId } })
  }
  const { caipNetworkId } = part
  // A wallet of a login answers for the account in use alone, its first.
  const accounts = connection.transport === 'embedded' ? part.accounts.slice(0, 1) : part.accounts
  const used = before.active[namespace]
  const current = used?.connectionId === connectionId ? used.caip10 : accounts[0]?.caip10
  const caip10 =
    address === undefined ? current : accounts.find(each => isSame(addressOf(each.caip10), address))?.caip10
  if (!caip10) throw createError('INVALID_CAIP_ADDRESS', { context: { value: address } })
  const was = before.connections.find(({ id }) => id === used?.connectionId)?.namespaces[namespace]
  ctx.connections.dispatch({ type: 'accountChosen', namespace, active: { connectionId, caip10 } })
  if (ctx.connections.getState() === before) return namespace
  ctx.facts.emit('accountChanged', { namespace, address: caip10 })
  if (was?.caipNetworkId !== caipNetworkId) {
    const supported = isListed(ctx.config.networks, caipNetworkId)
    ctx.facts.emit('networkChanged', { namespace, caipNetworkId, supported })
  }
  return namespace
}

function namespaceOf(
  { namespaces }: Connection,
  { address, namespace }: ConnectionChoice,
  active: ChainNamespace,
): ChainNamespace | undefined {
  const all = Object.keys(namespaces)
  const holds = (ns: string) =>
    address !== undefined && namespaces[ns]?.accounts.some(({ caip10 }) => isSame(addressOf(caip10), address))
  if (namespace !== undefined) return namespace
  return [active, ...all].find(holds) ?? (namespaces[active] ? active : all[0])
}

// Hex in other capitals is the same account; elsewhere capitals tell accounts apart.
function isSame(one: string, other: string): boolean {
  return one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase())
}
