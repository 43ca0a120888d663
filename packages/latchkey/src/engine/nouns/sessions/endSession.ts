import type { EngineContext } from '../../context.ts'
import { dropNamespace } from '../connections/dropNamespace.ts'

/** Forgets the connection of a session, every namespace of it. Does not speak to the wallet. */
export function endSession(ctx: EngineContext, topic: string, by: 'app' | 'wallet'): void {
  const connection = ctx.connections.getState().connections.find(({ id }) => id === topic)
  for (const namespace of Object.keys(connection?.namespaces ?? {})) dropNamespace(ctx, topic, namespace, by)
  ctx.connections.dispatch({ type: 'unshelved', connectionId: topic })
}
