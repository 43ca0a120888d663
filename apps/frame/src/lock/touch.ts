import { oneOf } from 'latchkey/oneof'
import type { Frame } from '../frame.ts'
import { loginPlace } from '../login/loginPlace.ts'

/** Tells the login of this page that its visitor does something here; one that is not there yet has nobody to be told of. */
export async function touch(frame: Frame): Promise<void> {
  const { login } = oneOf(frame, loginPlace)
  await login?.then(({ lock }) => lock.touch()).catch(() => undefined)
}
