import type { ChainNamespace } from '../../../contract/caip.ts'
import type { EngineContext } from '../../context.ts'

/** Forgets one namespace of a connection and reports who ended it. Sends no request to the wallet. */
export function dropNamespace(
  ctx: EngineContext,
  connectionId: string,
  namespace: ChainNamespace,
  by: 'app' | 'wallet',
): void {
  ctx.live.drop(connectionId, namespace)
  const before = ctx.connections.getState()
  ctx.connections.dispatch({ type: 'disconnected', connectionId, namespace })
  const after = ctx.connections.getState()
  // A connection that was laid aside would come back with its wallet.
  if (by === 'app') ctx.connections.dispatch({ type: 'unshelved', connectionId, namespaces: [namespace] })
  if (after === before) return
  ctx.facts.emit('disconnected', { connectionId, namespace, by })
  const next = after.active[namespace]
  if (next && next !== before.active[namespace]) {
    // On a page that was just loaded nothing opens by itself.
    const reconnected = before.unconfirmed.includes(connectionId)
    ctx.facts.emit('accountChanged', { namespace, address: next.caip10, reconnected })
  }
}
