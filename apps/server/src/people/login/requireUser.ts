import type { LoginUser } from 'latchkey/services'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Accounts } from './createAccounts.ts'

/** The account's data as its visitor sees it. @throws RouteFault SIGN_IN_INVALID when it is gone. */
export async function requireUser(
  accounts: Pick<Accounts, 'userOf'>,
  account: string,
  provider: string,
): Promise<LoginUser> {
  const user = await accounts.userOf(account, provider)
  if (user === undefined) throw new RouteFault('SIGN_IN_INVALID')
  return user
}
