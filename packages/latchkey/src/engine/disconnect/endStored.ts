import type { Transport } from '../../contract/connection.ts'
import type { EngineContext } from '../context.ts'
import { signOutWallet } from '../embedded/signOutWallet.ts'

/** Ends what is one session as a whole, and was painted from storage and not confirmed yet. */
export async function endStored(ctx: EngineContext, transport: Transport, id: string): Promise<void> {
  if (transport === 'embedded') await signOutWallet(ctx)
  else await (await ctx.sessions()).pairing.disconnect(id)
}
