import type { FrameHandler } from '../frame.ts'
import { loginOf } from '../login/loginOf.ts'
import { toPageError } from '../login/toPageError.ts'
import { putAwayReminder as putAway, readReminder } from './readReminder.ts'

/**
 * GET_REMINDER: the missing recovery step, or the items that the visitor must have stored. @throws LatchkeyError as
 * `readReminder`
 */
export const getReminder: FrameHandler<'GET_REMINDER'> = async (_payload, frame) => {
  const login = await loginOf(frame)
  return readReminder(login, Date.now()).catch(error => {
    throw toPageError(error)
  })
}

/** PUT_AWAY_REMINDER: the visitor has read the list of recovery items. @throws LatchkeyError as `readReminder` */
export const putAwayReminder: FrameHandler<'PUT_AWAY_REMINDER'> = async (_payload, frame) => {
  await putAway(await loginOf(frame))
  return {}
}
