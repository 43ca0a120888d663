import type { AccountState } from '../../../contract/account.ts'
import type { Connection } from '../../../contract/connection.ts'
import { isSocialMethod } from '../../../contract/loginNames.ts'

/** Who is logged in, for an account of an embedded wallet. What was stored is not trusted to be text. */
export function userOf(
  { transport, auth }: Connection,
  accountType: AccountState['allAccounts'][number]['type'] = 'eoa',
): Pick<AccountState, 'user' | 'socialProvider'> {
  if (transport !== 'embedded') return {}
  const authProvider = textOf(auth?.name) ?? 'email'
  // What earlier releases stored of a login by email is its address alone.
  const email = textOf(auth?.email) ?? (authProvider === 'email' ? textOf(auth?.username) : undefined)
  const username = textOf(auth?.userName)
  return {
    user: {
      ...(email !== undefined && { email }),
      ...(username !== undefined && { username }),
      authProvider,
      accountType,
    },
    ...(isSocialMethod(authProvider) && authProvider !== 'passkey' && { socialProvider: authProvider }),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
