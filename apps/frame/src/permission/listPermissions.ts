import type { CaipNetworkId } from 'latchkey/contract'
import type { PermissionSession } from 'latchkey/services'
import { activeAccount } from '../provider/activeAccount.ts'
import type { ProviderDeps } from '../provider/deps.ts'
import { createSessions } from './createSessions.ts'

/**
 * The permissions of the site that the chain still takes, of the visitor's smart account on one network; none where there
 * can be none.
 * @throws LatchkeyError with -32002 where the services do not say
 */
export async function listPermissions(
  deps: Pick<ProviderDeps, 'login' | 'services' | 'smartNetworks' | 'store' | 'clock'>,
  chainId: CaipNetworkId,
): Promise<readonly PermissionSession[]> {
  const login = await deps.login()
  const networks = (await deps.smartNetworks?.()) ?? []
  const isOn = networks.some(each => each.chainId === chainId && each.permissions === 'unaudited')
  if (!login || !isOn || !deps.services) return []
  const account = await activeAccount(deps, login, chainId)
  if (account.type !== 'smartAccount') return []
  const all = await createSessions(deps.services, { chainId, account: account.address }).list()
  return all.filter(({ state, expiresAt }) => state !== 'revoked' && Date.parse(expiresAt) > deps.clock.now())
}
