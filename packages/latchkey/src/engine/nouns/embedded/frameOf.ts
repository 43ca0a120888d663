import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Frame } from '../../../embedded/openFrame.ts'
import type { EngineContext } from '../../context.ts'

/** What only the host can put right, and is said as it is. */
const ofHost: readonly string[] = ['APKT002', 'APKT005', 'APKT007', 'FRAME_UNSUPPORTED']

/** The wallet frame, loaded anew where it failed before. @throws LatchkeyError EMAIL_LOGIN_UNAVAILABLE, APKT002, APKT005, APKT007, FRAME_UNSUPPORTED. */
export async function frameOf(ctx: EngineContext): Promise<Frame> {
  try {
    if (!ctx.frame) throw createError('IFRAME_NOT_SET')
    const frame = await ctx.frame()
    await (frame.state === 'failed' ? frame.reload() : frame.whenReady())
    return frame
  } catch (cause) {
    if (isLatchkeyError(cause) && ofHost.includes(cause.code)) throw cause
    throw createError('EMAIL_LOGIN_UNAVAILABLE', { cause })
  }
}
