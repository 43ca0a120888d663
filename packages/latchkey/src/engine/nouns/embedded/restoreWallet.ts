import type { ChainNamespace } from '../../../contract/caip.ts'
import type { ConnectedNamespace, Connection } from '../../../contract/connection.ts'
import type { EngineContext } from '../../context.ts'
import { bindWallet } from './bindWallet.ts'

/**
 * Asks the wallet frame whether a stored login still holds; undefined when it does not, or when the frame cannot be asked,
 * and what was remembered of it is deleted (SPEC §4 "Embedded login frame"). What is left of a wallet that a window keeps stays.
 * @throws LatchkeyError CHUNK_FAILED.
 */
export async function restoreWallet(
  ctx: EngineContext,
  connection: Connection,
  namespace: ChainNamespace,
): Promise<ConnectedNamespace | undefined> {
  const [frame, { restoreLogin, loginKey }, { keptNote }] = await Promise.all([
    ctx.frame?.().catch(() => undefined),
    import('../../../embedded/restoreLogin.ts'),
    import('../../../embedded/keptNote.ts'),
  ])
  const kept = await ctx.storage.read(keptNote)
  const isLoggedIn =
    frame !== undefined && (await restoreLogin(frame, kept ? { remove: async () => {} } : ctx.storage))
  // A press of the visitor opens it: Connect offers that.
  if (kept && !isLoggedIn) return undefined
  // By now the browser stores the wallet for the frame.
  if (kept) await ctx.storage.remove(keptNote)
  if (!isLoggedIn || ctx.signal.aborted) {
    if (!ctx.signal.aborted) await ctx.storage.remove(loginKey)
    return undefined
  }
  const { caipNetworkId: network, preferredAccountType: accountType } = connection.namespaces[namespace] ?? {}
  return bindWallet(ctx, { frame, connectionId: connection.id, namespace, network, accountType })
}
