import type { Connection } from '../../../contract/connection.ts'
import type { EngineContext } from '../../context.ts'
import { endLogin } from './endLogin.ts'

/** Ends a session or a login that was painted from storage and not confirmed yet, or laid aside. */
export async function endStored(
  ctx: EngineContext,
  { id, transport }: Pick<Connection, 'id' | 'transport'>,
): Promise<void> {
  if (transport === 'pairing') await (await ctx.sessions()).pairing.disconnect(id)
  else await endLogin(ctx)
}
