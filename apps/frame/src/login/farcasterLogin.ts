import { createError, isLatchkeyError } from 'latchkey/contract'
import { postFarcasterBegin } from 'latchkey/services'
import type { FrameHandler } from '../frame.ts'
import { loginOf } from './loginOf.ts'
import { connectSocial, toSocialError } from './socialCalls.ts'

function toFarcasterError(cause: unknown): unknown {
  const error = toSocialError(cause)
  return isLatchkeyError(error, 'SOCIAL_FAILED')
    ? createError('FARCASTER_FAILED', { cause, context: error.context })
    : error
}

/** GET_FARCASTER_URI: the page that leads to the visitor's Farcaster app, for a QR code or a link, and the number it shows. */
export const getFarcasterUri: FrameHandler<'GET_FARCASTER_URI'> = async (_payload, frame) => {
  try {
    const { sessions } = await loginOf(frame)
    const { url, flow, match } = await sessions.bare.call(postFarcasterBegin, { page: frame.host })
    return { url, flow, match }
  } catch (error) {
    throw toFarcasterError(error)
  }
}

/** CONNECT_FARCASTER: waits until that login is over, as with every provider. */
export const connectFarcaster: FrameHandler<'CONNECT_FARCASTER'> = async (asked, frame) => {
  try {
    return await connectSocial(asked, frame)
  } catch (error) {
    throw toFarcasterError(error)
  }
}
