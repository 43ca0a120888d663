import type { AccountState } from '../../../contract/account.ts'
import type { ChainNamespace } from '../../../contract/caip.ts'
import type { Connection } from '../../../contract/connection.ts'
import { isSocialMethod } from '../../../contract/loginNames.ts'

/**
 * Who is logged in, and by which account, for a namespace of an embedded wallet. What was stored is not trusted to be text.
 */
export function userOf(
  { transport, auth, namespaces }: Connection,
  ns: ChainNamespace,
  accountType: AccountState['allAccounts'][number]['type'] = 'eoa',
): Pick<AccountState, 'user' | 'socialProvider' | 'preferredAccountType' | 'smartAccountDeployed'> {
  if (transport !== 'embedded') return {}
  const { preferredAccountType, smartAccountDeployed } = namespaces[ns] ?? {}
  const isDeployed = smartAccountDeployed !== undefined
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
      ...(isDeployed && { isSmartAccountDeployed: smartAccountDeployed }),
    },
    ...(preferredAccountType && { preferredAccountType }),
    ...(isDeployed && { smartAccountDeployed }),
    ...(isSocialMethod(authProvider) && authProvider !== 'passkey' && { socialProvider: authProvider }),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
