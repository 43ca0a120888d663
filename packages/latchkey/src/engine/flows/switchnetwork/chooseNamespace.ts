import type { EngineContext } from '../../context.ts'

/** Makes a namespace the active one; connections stay as they are. */
export function chooseNamespace(ctx: EngineContext, namespace: string): void {
  if (ctx.connections.getState().activeNamespace === namespace) return
  ctx.connections.dispatch({ type: 'namespaceChosen', namespace })
  ctx.facts.emit('activeNamespaceChanged', { namespace })
}
