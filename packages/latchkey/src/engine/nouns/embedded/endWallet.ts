import type { EngineContext } from '../../context.ts'
import { dropNamespace } from '../connections/dropNamespace.ts'

/** Forgets a connection of the wallet frame, every namespace of it. Does not speak to the frame. */
export function endWallet(ctx: EngineContext, connectionId: string, by: 'app' | 'wallet'): void {
  const { connections, shelved } = ctx.connections.getState()
  const connection = [...connections, ...shelved].find(({ id }) => id === connectionId)
  for (const namespace of Object.keys(connection?.namespaces ?? {}))
    dropNamespace(ctx, connectionId, namespace, by)
  ctx.connections.dispatch({ type: 'unshelved', connectionId })
}
