import { limits } from '../../../contract/limits.ts'
import { wait } from '../../base/wait.ts'
import type { EngineContext } from '../../context.ts'

/** Forgets the login in this page and ends it in the frame, which is waited for 3 s at most (SPEC §9 "Sign-out wait"). */
export async function endLogin(ctx: EngineContext): Promise<void> {
  const keys = Promise.all([
    import('../../../embedded/restoreLogin.ts'),
    import('../../../embedded/keptNote.ts'),
  ])
  const told = keys.then(async ([{ loginKey }, { keptNote }]) => {
    // Even when the frame cannot be had, the next visit does not ask for this login.
    await Promise.all([ctx.storage.remove(loginKey), ctx.storage.remove(keptNote)])
    const frame = await ctx.frame?.()
    // One that was lost still has who is logged in (F29).
    if (frame?.state === 'failed') await frame.reload()
    await frame?.request('SIGN_OUT', {})
  })
  // What the page shows is over in any case.
  await Promise.race([told.catch(() => undefined), wait(ctx.clock, limits.signOut, ctx.signal)])
}
