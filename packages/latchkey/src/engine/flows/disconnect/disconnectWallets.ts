import type { ChainNamespace } from '../../../contract/caip.ts'
import type { Connection } from '../../../contract/connection.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { EngineContext } from '../../context.ts'
import type { DisconnectOptions } from '../../engine.ts'
import { allConnections } from '../../nouns/connections/allConnections.ts'
import { dropNamespace } from '../../nouns/connections/dropNamespace.ts'
import { endAtWallet } from '../../nouns/connections/endAtWallet.ts'

/**
 * Ends connections: one, those of a namespace, or all (SPEC §4 "Disconnect"). The page's side always ends, even when
 * a wallet refuses its own.
 * @throws LatchkeyError DISCONNECT_CHAINS_FAILED, 'Failed to disconnect chains: {reason}', after all were tried.
 */
export async function disconnectWallets(ctx: EngineContext, options: DisconnectOptions = {}): Promise<void> {
  const connections = allConnections(ctx.connections.getState())
  const wordOf = (namespace: ChainNamespace) => factsOf(ctx.config, namespace).prompt ?? namespace
  const targets = connections.flatMap(connection => namespacesToEnd(connection, options, wordOf))
  const results = await Promise.allSettled(targets.map(target => endOne(ctx, target)))
  const failed = results.find(result => result.status === 'rejected')
  if (failed) {
    const cause: unknown = failed.reason
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw createError('DISCONNECT_CHAINS_FAILED', { cause, context: { reason } })
  }
}

interface Target {
  readonly connection: Connection
  readonly namespace: ChainNamespace
  /** Notifies the wallet, once for each session. */
  readonly speaks: boolean
}

// A pairing or an embedded wallet is one session: ending a part of it ends it whole (SPEC §4). So is what one prompt approved.
function namespacesToEnd(
  connection: Connection,
  options: DisconnectOptions,
  wordOf: (namespace: ChainNamespace) => string,
): readonly Target[] {
  if (options.connectionId !== undefined && options.connectionId !== connection.id) return []
  const all = Object.keys(connection.namespaces)
  const { namespace } = options
  if (namespace !== undefined && !all.includes(namespace)) return []
  const isInjected = connection.transport === 'injected'
  const ended =
    namespace !== undefined && isInjected ? all.filter(each => wordOf(each) === wordOf(namespace)) : all
  return ended.map((each, at) => ({
    connection,
    namespace: each,
    speaks: isInjected ? ended.findIndex(other => wordOf(other) === wordOf(each)) === at : at === 0,
  }))
}

async function endOne(ctx: EngineContext, { connection, namespace, speaks }: Target): Promise<void> {
  const { id: connectionId } = connection
  const live = ctx.live.get(connectionId, namespace)
  dropNamespace(ctx, connectionId, namespace, 'app')
  if (speaks) await endAtWallet(ctx, connection, live, ctx.config.revokeOnDisconnect === true)
}
