import { oneOf } from 'latchkey/oneof'
import type { Frame } from '../frame.ts'
import { loginPlace } from '../login/loginPlace.ts'

/** Reports the visitor's activity to the login of this page; does nothing while no login is loaded. */
export async function touch(frame: Frame): Promise<void> {
  const { login } = oneOf(frame, loginPlace)
  await login?.then(({ lock }) => lock.touch()).catch(() => undefined)
}
