import { getLoginDevices, postLoginDeviceRevoke, postLoginSessionsEnd } from 'latchkey/services'
import type { Login } from '../login/createLogin.ts'
import { requireMade } from '../waiting/requireMade.ts'
import type { KnownDevice } from './readFacts.ts'

/** Revokes a browser: logs it out, and makes its key share worthless from the answer on. @throws CustodyRefusal LOGIN_STEP_UP, WAITS */
export async function revokeDevice(login: Login, { device }: Pick<KnownDevice, 'device'>): Promise<void> {
  requireMade(await login.sessions.client.call(postLoginDeviceRevoke, { device }))
}

/** Logs every other browser out; each stays known and keeps its share. @throws CustodyRefusal LOGIN_STEP_UP, WAITS */
export async function endOtherSessions(
  login: Login,
  { account }: { readonly account: string },
): Promise<void> {
  requireMade(await login.sessions.client.call(postLoginSessionsEnd, { account }))
}

/**
 * Revokes every other browser, also one added meanwhile, and logs out of this one, which stays known.
 * @throws CustodyRefusal LOGIN_STEP_UP, WAITS
 */
export async function leaveEverywhere(login: Login): Promise<void> {
  const listOthers = async () =>
    (await login.sessions.client.call(getLoginDevices)).devices.filter(({ isCurrent }) => !isCurrent)
  for (let others = await listOthers(); others.length > 0; others = await listOthers())
    for (const device of others) await revokeDevice(login, device)
  await login.signOut()
}
