import { postLoginDelete } from 'latchkey/contract'
import { deleteKey } from '../keys/deleteKey.ts'
import type { Login } from '../login/createLogin.ts'
import { isRefusal } from '../login/isRefusal.ts'

/**
 * Deletes the key, and then the account with everything it is known by. Nothing is deleted before the services said that
 * its person was proven of late. @throws CustodyRefusal LOGIN_STEP_UP, KeysError
 */
export async function deleteAccount(login: Login, options: { readonly account: string }): Promise<void> {
  const { account } = options
  const remove = () => login.sessions.client.call(postLoginDelete, { account })
  try {
    await remove()
  } catch (error) {
    // They refuse as long as there is a key, and only whoever has it can delete it.
    if (!isRefusal(error, 'CUSTODY_EXISTS')) throw error
    await deleteKey(login.keys, { account })
    await remove()
  }
  await login.signOut()
}
