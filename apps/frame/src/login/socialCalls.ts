import { createError } from 'latchkey/contract'
import type { FrameHandler } from '../frame.ts'
import { CustodyRefusal } from '../keys/custodyClient.ts'
import { getUser } from './calls.ts'
import { loginOf } from './loginOf.ts'
import { toPageError } from './toPageError.ts'

/** A provider that cannot be asked is one that cannot be logged in by, whatever the reason (F46). */
export function toSocialError(cause: unknown): unknown {
  const isElse =
    cause instanceof CustodyRefusal && ['offline', 'REQUEST_INVALID', 'APKT009'].includes(cause.code)
  return isElse ? createError('SOCIAL_FAILED', { cause }) : toPageError(cause)
}

/** GET_SOCIAL_REDIRECT_URI: a page of the wallet's own origin, which drops its opener. */
export const getSocialRedirectUri: FrameHandler<'GET_SOCIAL_REDIRECT_URI'> = async (asked, frame) => {
  try {
    return await (await loginOf(frame)).social.begin(asked)
  } catch (error) {
    throw toSocialError(error)
  }
}

/** CONNECT_SOCIAL: waits until that login is over, with this browser's key; a flow of another one is none here (T52). */
export const connectSocial: FrameHandler<'CONNECT_SOCIAL'> = async ({ flow }, frame) => {
  const login = await loginOf(frame)
  try {
    if (await login.social.wait(flow)) return await getUser({}, frame)
  } catch (error) {
    throw toSocialError(error)
  }
  const { email, name, provider } = (await login.sessions.read())?.user ?? {}
  return { needsRecovery: true, email, userName: name, authProvider: provider }
}

/** CONNECT_ABORT: cancels a login that goes through another page; its outcome logs no visitor in here. */
export const connectAbort: FrameHandler<'CONNECT_ABORT'> = async (_payload, frame) => {
  ;(await loginOf(frame)).attempt()
  return {}
}
