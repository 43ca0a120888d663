import type { Connection } from '../../../contract/connection.ts'
import type { EngineContext, LiveProvider } from '../../context.ts'

/** Notifies the wallet of the end. A session without a provider, for it was only painted from storage, ends all the same. */
export async function endAtWallet(
  ctx: EngineContext,
  connection: Pick<Connection, 'id' | 'transport'>,
  live: LiveProvider | undefined,
  revoke = false,
): Promise<void> {
  if (live) await live.abilities.disconnect?.({ revoke })
  else if (connection.transport !== 'injected')
    await (await import('./endStored.ts')).endStored(ctx, connection)
}
