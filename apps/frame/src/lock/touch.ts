import type { Frame } from '../frame.ts'
import type { Login } from '../login/createLogin.ts'

/** Tells the login of this page that its visitor does something here; one that is not there yet has nobody to be told of. */
export async function touch(frame: Pick<Frame, 'rooms'>): Promise<void> {
  const login = frame.rooms.get('login') as Promise<Login> | undefined
  await login?.then(({ lock }) => lock.touch()).catch(() => undefined)
}
