import { getLoginDevices, postLoginDeviceRevoke, postLoginSessionsEnd } from 'latchkey/services'
import type { Login } from '../login/createLogin.ts'
import type { KnownDevice } from './readFacts.ts'

/** Takes a browser back: it is logged out, and its key share is worthless from the answer on. @throws CustodyRefusal LOGIN_STEP_UP */
export async function revokeDevice(login: Login, { device }: Pick<KnownDevice, 'device'>): Promise<void> {
  await login.sessions.client.call(postLoginDeviceRevoke, { device })
}

/** Logs every other browser out; each stays known and keeps its key share. @throws CustodyRefusal LOGIN_STEP_UP */
export async function endOtherSessions(
  login: Login,
  { account }: { readonly account: string },
): Promise<void> {
  await login.sessions.client.call(postLoginSessionsEnd, { account })
}

/**
 * Takes every other browser back, whoever came meanwhile among them, and logs out of this one, which stays known.
 * @throws CustodyRefusal LOGIN_STEP_UP
 */
export async function leaveEverywhere(login: Login): Promise<void> {
  const listOthers = async () =>
    (await login.sessions.client.call(getLoginDevices)).devices.filter(({ isCurrent }) => !isCurrent)
  for (let others = await listOthers(); others.length > 0; others = await listOthers())
    for (const device of others) await revokeDevice(login, device)
  await login.signOut()
}
