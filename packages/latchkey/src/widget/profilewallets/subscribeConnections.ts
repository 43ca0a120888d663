import type { ConnectionLists } from '../handle/latchkey.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { requireMultiWallet } from './requireMultiWallet.ts'

/** The handle's verb; its contract stands on the handle's own type. */
export function subscribeConnections(
  runtime: Runtime,
  listener: (lists: ConnectionLists) => void,
): () => void {
  requireMultiWallet(runtime.engine.ctx)
  let last = connectionsOf(runtime)
  return runtime.subscribe(() => {
    const next = connectionsOf(runtime)
    if (next.connections === last.connections && next.recentConnections === last.recentConnections) return
    last = next
    listener(next)
  })
}

function connectionsOf(runtime: Runtime): ConnectionLists {
  const { connections, recentConnections } = runtime.getState()
  return { connections, recentConnections }
}
