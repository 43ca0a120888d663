import type { ChainNamespace } from '../../contract/caip.ts'
import type { Connection, Transport } from '../../contract/connection.ts'
import { createError } from '../../contract/errors/createError.ts'
import { dropNamespace } from '../connections/dropNamespace.ts'
import type { EngineContext } from '../context.ts'
import type { DisconnectOptions } from '../engine.ts'

/**
 * Ends connections: one, those of a namespace, or all (SPEC §4 "Disconnect"). The page's side always ends, even when
 * a wallet refuses its own.
 * @throws LatchkeyError DISCONNECT_CHAINS_FAILED, 'Failed to disconnect chains: {reason}', after all were tried.
 */
export async function disconnectWallets(ctx: EngineContext, options: DisconnectOptions = {}): Promise<void> {
  const targets = ctx.connections
    .getState()
    .connections.flatMap(connection => namespacesToEnd(connection, options))
  const results = await Promise.allSettled(targets.map(target => endOne(ctx, target)))
  const failed = results.find(result => result.status === 'rejected')
  if (failed) {
    const cause: unknown = failed.reason
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw createError('DISCONNECT_CHAINS_FAILED', { cause, context: { reason } })
  }
}

interface Target {
  readonly connectionId: string
  readonly namespace: ChainNamespace
  readonly transport: Transport
  /** The wallet is told; of a session once. */
  readonly speaks: boolean
}

// A pairing or an embedded wallet is one session: ending a part of it ends it whole (SPEC §4).
function namespacesToEnd(connection: Connection, options: DisconnectOptions): readonly Target[] {
  if (options.connectionId !== undefined && options.connectionId !== connection.id) return []
  const all = Object.keys(connection.namespaces)
  const { namespace } = options
  if (namespace !== undefined && !all.includes(namespace)) return []
  const ended = namespace === undefined || connection.transport !== 'injected' ? all : [namespace]
  return ended.map((each, at) => ({
    connectionId: connection.id,
    namespace: each,
    transport: connection.transport,
    speaks: connection.transport === 'injected' || at === 0,
  }))
}

async function endOne(
  ctx: EngineContext,
  { connectionId, namespace, transport, speaks }: Target,
): Promise<void> {
  const live = ctx.live.get(connectionId, namespace)
  dropNamespace(ctx, connectionId, namespace, 'app')
  if (!speaks) return
  if (live) await live.abilities.disconnect?.({ revoke: ctx.config.revokeOnDisconnect === true })
  // Painted from storage and not confirmed yet: the session is ended all the same.
  else if (transport !== 'injected')
    await (await import('./endStored.ts')).endStored(ctx, transport, connectionId)
}
