import { isCaipNetworkId } from '../../../contract/caip.ts'
import type { ConnectedNamespace, Connection } from '../../../contract/connection.ts'
import type { EngineContext } from '../../context.ts'
import { embeddedNamespaces } from '../../nouns/accounts/embeddedNamespaces.ts'
import { networkIdOfNamespace } from '../../nouns/accounts/projectState.ts'
import { emitConnected } from '../../nouns/connections/emitConnected.ts'
import { bindWallet } from '../../nouns/embedded/bindWallet.ts'
import { rejoin } from './rejoin.ts'

/**
 * Adds the namespaces that the host offers and a restored login lacks, without a prompt: those that the host added since,
 * or whose chunk failed at the time. A namespace in which another wallet is connected stays as it is.
 */
export async function joinNamespaces(ctx: EngineContext, connectionId: string): Promise<void> {
  const find = (): Connection | undefined =>
    ctx.connections.getState().connections.find(({ id }) => id === connectionId)
  const isMissing = (namespace: string) =>
    find() !== undefined &&
    !find()?.namespaces[namespace] &&
    ctx.connections.getState().active[namespace] === undefined
  const missing = embeddedNamespaces(ctx.config).filter(isMissing)
  const frame = missing.length > 0 ? await ctx.frame?.().catch(() => undefined) : undefined
  if (!frame) return
  for (const namespace of missing) {
    const wanted = networkIdOfNamespace(ctx.connections.getState(), ctx.config.networks, namespace)
    const network = isCaipNetworkId(wanted, namespace) ? wanted : undefined
    let part: ConnectedNamespace | undefined
    try {
      part = await bindWallet(ctx, { frame, connectionId, namespace, network })
    } catch {
      // The rest of the login works without it.
    }
    const connection = find()
    // It may have ended meanwhile, or another wallet may have been connected there.
    if (!part || !connection || !isMissing(namespace)) {
      if (part) ctx.live.drop(connectionId, namespace)
      continue
    }
    const joined = { ...connection, namespaces: { [namespace]: part } }
    const state = rejoin(ctx.connections.getState(), joined)
    ctx.connections.dispatch({ type: 'followed', state })
    emitConnected(ctx, joined, namespace, true)
  }
}
