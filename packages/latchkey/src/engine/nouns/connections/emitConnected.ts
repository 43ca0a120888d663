import type { ChainNamespace } from '../../../contract/caip.ts'
import type { Connection } from '../../../contract/connection.ts'
import type { EngineContext } from '../../context.ts'
import { findNetwork } from '../networks/findNetwork.ts'

/**
 * Reports that a connection exists, with the account in use where it is the one in use; and when it then is on a network
 * that the host does not list, that too.
 */
export function emitConnected(
  ctx: EngineContext,
  connection: Connection,
  namespace: ChainNamespace,
  reconnected: boolean,
): void {
  const { id: connectionId, walletId, transport, wallet } = connection
  const part = connection.namespaces[namespace]
  const used = ctx.connections.getState().active[namespace]
  const isUsed = used?.connectionId === connectionId
  const address = isUsed ? used.caip10 : part?.accounts[0]?.caip10
  if (!part || !address) return
  const walletName = wallet.name
  ctx.facts.emit('connected', {
    connectionId,
    walletId,
    walletName,
    transport,
    namespace,
    address,
    reconnected,
  })
  if (!isUsed || findNetwork(ctx.config.networks, part.caipNetworkId)) return
  ctx.facts.emit('networkChanged', { namespace, caipNetworkId: part.caipNetworkId, supported: false })
}
