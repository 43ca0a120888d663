import { postLoginDelete } from 'latchkey/services'
import { deleteKey } from '../keys/deleteKey.ts'
import type { Login } from '../login/createLogin.ts'
import { isRefusal } from '../login/isRefusal.ts'
import { requireMade } from '../waiting/requireMade.ts'

/**
 * Deletes the account with everything it is known by, and with its key, if there is one: both at once, or nothing. The key is
 * not made before the services said that its person was proven of late. @throws CustodyRefusal LOGIN_STEP_UP, WAITS; KeysError
 */
export async function deleteAccount(login: Login, options: { readonly account: string }): Promise<void> {
  const { account } = options
  try {
    requireMade(await login.sessions.client.call(postLoginDelete, { account }))
  } catch (error) {
    // A key exists, and only its holder can delete it.
    if (!isRefusal(error, 'CUSTODY_EXISTS')) throw error
    await deleteKey(login.keys, { account })
  }
  await login.signOut()
}
