import type { ConnectedNamespace, Connection } from '../../../contract/connection.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { limits } from '../../../contract/limits.ts'
import type { PairedSession } from '../../../pairing/pairing.ts'
import type { EngineContext } from '../../context.ts'
import { emitConnected } from '../../nouns/connections/emitConnected.ts'
import { replaceConnections } from '../../nouns/connections/replaceConnections.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'
import { bindSession } from '../../nouns/sessions/bindSession.ts'
import type { SessionClient } from '../../nouns/sessions/sessionClient.ts'
import type { PairWanted } from './pairFlow.ts'

/**
 * Makes a connection of an approved session: one, with all of its namespaces that can be used here.
 * @throws LatchkeyError WALLET_BAD_ANSWER when none can; the session is then ended.
 */
export async function admitSession(
  ctx: EngineContext,
  client: SessionClient,
  session: PairedSession,
  wanted: PairWanted,
): Promise<Connection> {
  const { topic } = session
  const parts: Record<string, ConnectedNamespace> = {}
  let fault: unknown
  await Promise.all(
    Object.keys(session.namespaces).map(async namespace => {
      try {
        const part = await bindSession(ctx, client, topic, namespace)
        if (part) parts[namespace] = part
      } catch (cause) {
        fault = cause
      }
    }),
  )
  const spoken = Object.keys(parts)
  const { connections: before, activeNamespace } = ctx.connections.getState()
  const first = [wanted.namespace, activeNamespace, ...spoken].find(ns => ns !== undefined && parts[ns])
  if (first === undefined) {
    client.pairing.disconnect(topic).catch(() => undefined)
    throw createError('WALLET_BAD_ANSWER', { cause: fault })
  }
  const connection: Connection = {
    id: topic,
    transport: 'pairing',
    type: 'WALLET_CONNECT',
    ...walletOf(session, wanted),
    namespaces: Object.fromEntries(spoken.sort().map(ns => [ns, parts[ns] as ConnectedNamespace])),
  }
  ctx.connections.dispatch({ type: 'connected', connection, namespace: first })
  replaceConnections(ctx, connection, before, featuresOf(ctx).multiWallet === true)
  const { walletId, wallet } = connection
  const { name, icon } = wallet
  ctx.wallets.dispatch({
    type: 'used',
    wallet: { walletId, name, ...(icon !== undefined && { icon }) },
    limit: limits.recentWallets,
  })
  for (const namespace of [first, ...spoken.filter(ns => ns !== first)]) {
    emitConnected(ctx, connection, namespace, false)
  }
  return connection
}

/**
 * Who answered. A wallet names itself as it likes, so it takes the place of a listed one only when the visitor chose that
 * one; a picture at an address of its own would tell a stranger who looks (T69, T93).
 */
function walletOf({ peer }: PairedSession, { wallet }: PairWanted): Pick<Connection, 'walletId' | 'wallet'> {
  if (wallet && plain(wallet.name) === plain(peer.name)) {
    const { walletId, name, icon } = wallet
    return { walletId, wallet: { name, ...(icon !== undefined && { icon }) } }
  }
  const icon = peer.icons.find(each => each.startsWith('data:'))
  return { walletId: `std:${peer.name}`, wallet: { name: peer.name, ...(icon !== undefined && { icon }) } }
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/ wallet$/, '')
    .trim()
}
