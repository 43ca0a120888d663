import type { ChainNamespace } from '../../contract/caip.ts'
import type { Connection } from '../../contract/connection.ts'
import type { EngineContext } from '../context.ts'
import { findNetwork } from '../networks/findNetwork.ts'

/** Tells that a connection is there, and when the wallet is on a network the host does not list, that too. */
export function tellConnected(
  ctx: EngineContext,
  connection: Connection,
  namespace: ChainNamespace,
  reconnected: boolean,
): void {
  const part = connection.namespaces[namespace]
  const address = part?.accounts[0]?.caip10
  if (!part || !address) return
  const { id: connectionId, walletId, transport, wallet } = connection
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
  if (findNetwork(ctx.config.networks, part.caipNetworkId)) return
  ctx.facts.emit('networkChanged', { namespace, caipNetworkId: part.caipNetworkId, supported: false })
}
