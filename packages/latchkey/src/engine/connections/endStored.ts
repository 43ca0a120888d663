import type { Connection } from '../../contract/connection.ts'
import { limits } from '../../contract/limits.ts'
import { wait } from '../base/wait.ts'
import type { EngineContext } from '../context.ts'

/** Ends a session or a login that was painted from storage and not confirmed yet, or laid aside. */
export async function endStored(
  ctx: EngineContext,
  { id, transport }: Pick<Connection, 'id' | 'transport'>,
): Promise<void> {
  if (transport === 'pairing') return (await ctx.sessions()).pairing.disconnect(id)
  const told = import('../../embedded/restoreLogin.ts').then(async ({ loginKey }) => {
    // Even when the frame cannot be had, the next visit does not ask for this login.
    await ctx.storage.remove(loginKey)
    await (await ctx.frame?.())?.request('SIGN_OUT', {})
  })
  // What the page shows is over in any case (SPEC §9 "Sign-out wait").
  await Promise.race([told.catch(() => undefined), wait(ctx.clock, limits.signOut, ctx.signal)])
}
