import type { Connection } from '../../contract/connection.ts'
import { createError } from '../../contract/errors/createError.ts'
import { chooseConnection } from '../../engine/nouns/connections/chooseConnection.ts'
import { canPair } from '../../engine/nouns/wallets/canPair.ts'
import type { SwitchConnectionOptions } from '../handle/latchkey.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { recentsOf } from './recentsOf.ts'
import { requireMultiWallet } from './requireMultiWallet.ts'
import { rowOfRecent } from './rowOfRecent.ts'

/** The handle's verb; its contract stands on the handle's own type. */
export async function switchConnection(
  runtime: Runtime,
  options: SwitchConnectionOptions,
): Promise<Connection> {
  const { engine } = runtime
  const { ctx } = engine
  const { connectionId, namespace } = options
  requireMultiWallet(ctx)
  const connection = ctx.connections.getState().connections.find(({ id }) => id === connectionId)
  if (connection) {
    engine.chooseNamespace(chooseConnection(ctx, options))
    return connection
  }
  const recent = recentsOf(ctx).find(({ id }) => id === connectionId)
  if (!recent) throw createError('NOT_CONNECTED', { context: { connectionId } })
  const { status, walletId, transport } = recent
  if (status !== 'disconnected') throw createError('CONNECT_FAILED', { context: { connectionId, status } })
  const wanted = namespace ?? Object.keys(recent.namespaces)[0]
  const row = rowOfRecent(engine, recent, wanted)
  const wallet = row?.discovered.find(each => each.namespace === wanted)
  if (transport === 'injected') {
    if (!row || !wallet) throw createError('WALLET_NOT_FOUND', { context: { wallet: walletId } })
    return engine.connect({ wallet, walletId })
  }
  if (transport !== 'pairing') throw createError('NO_AUTH_CONNECTOR', { context: { connectionId } })
  const flow = await engine.pairing()
  return flow.connect({
    ...(row && canPair(ctx.config, row) && { wallet: row }),
    ...(wanted !== undefined && { namespace: wanted }),
  })
}
