import { createError } from '../../../contract/errors/createError.ts'
import type { FrameChannel } from '../../../embedded/frame.ts'
import type { EngineContext } from '../../context.ts'
import { authOf, keepAuth } from './keepAuth.ts'

/** Takes over who the frame says is logged in: their address may be another one by now. @throws LatchkeyError NOT_EMBEDDED for nobody. */
export async function confirmLogin(ctx: EngineContext, frame: FrameChannel): Promise<void> {
  const auth = authOf(await frame.request('GET_USER', {}))
  const { connections } = ctx.connections.getState()
  const connection = connections.find(({ transport }) => transport === 'embedded')
  // Nobody is in here any more.
  if (!connection) throw createError('NOT_EMBEDDED')
  ctx.connections.dispatch({ type: 'confirmed', connection: { ...connection, auth } })
  await keepAuth(ctx, auth)
}
