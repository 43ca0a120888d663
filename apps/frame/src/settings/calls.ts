import type { FrameHandler } from '../frame.ts'
import { loginOf } from '../login/loginOf.ts'
import { toPageError } from '../login/toPageError.ts'
import { putAwayReminder as putAway, readReminder } from './readReminder.ts'

/** GET_REMINDER: what is missing of recovery, or what must have been kept. @throws LatchkeyError as `readReminder` */
export const getReminder: FrameHandler<'GET_REMINDER'> = async (_payload, frame) => {
  const login = await loginOf(frame)
  return readReminder(login, Date.now()).catch(error => {
    throw toPageError(error)
  })
}

/** PUT_AWAY_REMINDER: what must have been kept was read. @throws LatchkeyError as `readReminder` */
export const putAwayReminder: FrameHandler<'PUT_AWAY_REMINDER'> = async (_payload, frame) => {
  await putAway(await loginOf(frame))
  return {}
}
