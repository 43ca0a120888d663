import { createError, getCustodyWallet } from 'latchkey/contract'
import type { FrameHandler } from '../frame.ts'
import { loginOf } from '../login/loginOf.ts'
import { toPageError } from '../login/toPageError.ts'
import { reminderOf } from './reminderOf.ts'

/** GET_REMINDER: what is missing of recovery. @throws LatchkeyError NOT_EMBEDDED for nobody, or somebody who cannot sign here yet. */
export const getReminder: FrameHandler<'GET_REMINDER'> = async (_payload, frame) => {
  const login = await loginOf(frame)
  try {
    if (!(await login.loggedIn())) throw createError('NOT_EMBEDDED')
    const { wallet } = await login.keys.client.call(getCustodyWallet)
    return { reminder: (wallet && reminderOf(wallet)) ?? null }
  } catch (error) {
    throw toPageError(error)
  }
}
