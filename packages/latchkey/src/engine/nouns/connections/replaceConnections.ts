import type { Connection } from '../../../contract/connection.ts'
import type { EngineContext } from '../../context.ts'
import { dropNamespace } from './dropNamespace.ts'
import { endAtWallet } from './endAtWallet.ts'

/**
 * Ends what a new connection takes the place of: the same wallet's, and without multi-wallet every other in its
 * namespaces, those that were laid aside as well. A session that is replaced in one of them is over in all, and its
 * wallet is notified.
 */
export function replaceConnections(
  ctx: EngineContext,
  connection: Connection,
  before: readonly Connection[],
  multiWallet: boolean,
): void {
  for (const other of [...before, ...ctx.connections.getState().shelved]) {
    const replaced = !multiWallet || other.walletId === connection.walletId
    const shared = Object.keys(connection.namespaces).filter(namespace => other.namespaces[namespace])
    if (!replaced || other.id === connection.id || shared.length === 0) continue
    const isWhole = other.transport !== 'injected'
    const ended = isWhole ? Object.keys(other.namespaces) : shared
    const live = ctx.live.get(other.id, ended[0] ?? '')
    for (const namespace of ended) dropNamespace(ctx, other.id, namespace, 'app')
    if (isWhole) endAtWallet(ctx, other, live).catch(() => undefined)
  }
}
