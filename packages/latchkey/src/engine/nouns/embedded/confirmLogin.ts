import { createError } from '../../../contract/errors/createError.ts'
import type { FrameChannel } from '../../../embedded/frame.ts'
import type { EngineContext } from '../../context.ts'
import { authOf, keepAuth } from './keepAuth.ts'

/** Takes over the login that the frame reports, whose address may have changed. @throws LatchkeyError NOT_EMBEDDED without a login. */
export async function confirmLogin(ctx: EngineContext, frame: FrameChannel): Promise<void> {
  const auth = authOf(await frame.request('GET_USER', {}))
  const { connections } = ctx.connections.getState()
  const connection = connections.find(({ transport }) => transport === 'embedded')
  // The visitor is no longer logged in here.
  if (!connection) throw createError('NOT_EMBEDDED')
  ctx.connections.dispatch({ type: 'confirmed', connection: { ...connection, auth } })
  await keepAuth(ctx, auth)
}
