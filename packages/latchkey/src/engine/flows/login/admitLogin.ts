import { isCaipNetworkId } from '../../../contract/caip.ts'
import type { ConnectedNamespace, Connection } from '../../../contract/connection.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { nameOfMethod } from '../../../contract/loginNames.ts'
import type { FrameChannel } from '../../../embedded/frame.ts'
import type { EngineContext } from '../../context.ts'
import { embeddedNamespaces } from '../../nouns/accounts/embeddedNamespaces.ts'
import { networkIdOfNamespace } from '../../nouns/accounts/projectState.ts'
import { emitConnected } from '../../nouns/connections/emitConnected.ts'
import { replaceConnections } from '../../nouns/connections/replaceConnections.ts'
import { bindWallet } from '../../nouns/embedded/bindWallet.ts'
import { endWallet } from '../../nouns/embedded/endWallet.ts'
import { authOf, keepAuth } from '../../nouns/embedded/keepAuth.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'

/**
 * Makes a connection of who has just logged in to the frame.
 * @throws LatchkeyError NAMESPACE_REQUIRED without an adapter that it could be for, NOT_EMBEDDED, WALLET_BAD_ANSWER, or
 * what the frame answers; MODAL_CLOSED when the signal aborts before the account is there.
 */
export async function admitLogin(
  ctx: EngineContext,
  frame: FrameChannel,
  signal: AbortSignal = ctx.signal,
): Promise<Connection> {
  const { config } = ctx
  // Whose provider the frame answers for in a page.
  const spoken = embeddedNamespaces(config)
  if (spoken.length === 0) throw createError('NAMESPACE_REQUIRED')
  const user = await frame.request('GET_USER', {})
  if (signal.aborted) throw createError('MODAL_CLOSED')
  const state = ctx.connections.getState()
  // The frame knows one login at a time: who was in before is not any more, and is not to be signed out now.
  for (const { id, transport } of [...state.connections, ...state.shelved])
    if (transport === 'embedded') endWallet(ctx, id, 'app')
  const id = ctx.random.id()
  const parts: Record<string, ConnectedNamespace> = {}
  let failure: unknown
  for (const namespace of spoken) {
    const network = networkIdOfNamespace(state, config.networks, namespace)
    const isReal = isCaipNetworkId(network, namespace)
    const bound = {
      frame,
      connectionId: id,
      namespace,
      network: isReal ? network : undefined,
      accountType: config.defaultAccountTypes?.[namespace],
    }
    try {
      const part = await bindWallet(ctx, bound)
      if (part) parts[namespace] = part
    } catch (cause) {
      // One namespace that fails costs no other; the next visit of the page asks for it again.
      failure ??= cause
    }
  }
  const all = Object.keys(parts)
  if (all.length === 0 && failure !== undefined) throw failure
  if (signal.aborted) {
    for (const namespace of all) ctx.live.drop(id, namespace)
    throw createError('MODAL_CLOSED')
  }
  const first = [state.activeNamespace, ...all].find(namespace => parts[namespace])
  if (first === undefined) throw createError('WALLET_BAD_ANSWER')
  const auth = authOf(user)
  const connection: Connection = {
    id,
    walletId: `embedded:${auth.name}`,
    transport: 'embedded',
    type: 'AUTH',
    wallet: { name: `${nameOfMethod(auth.name)} wallet` },
    namespaces: parts,
    auth,
  }
  const before = ctx.connections.getState().connections
  ctx.connections.dispatch({ type: 'connected', connection, namespace: first })
  replaceConnections(ctx, connection, before, featuresOf(ctx).multiWallet === true)
  await keepAuth(ctx, auth)
  for (const namespace of [first, ...all.filter(each => each !== first)])
    emitConnected(ctx, connection, namespace, false)
  return connection
}
