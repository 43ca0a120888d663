import type { CaipNetworkId } from 'latchkey/contract'
import type { PermissionSession } from 'latchkey/services'
import { findSmartAccount } from '../provider/activeAccount.ts'
import type { ProviderDeps } from '../provider/deps.ts'
import { refusal } from '../provider/refusal.ts'
import { createSessions } from './createSessions.ts'

/**
 * Returns the permissions of the site that the chain still takes, on one network. The visitor's smart account gave them,
 * and they count whichever account is in use. Empty where there can be none.
 * @throws LatchkeyError with -32002 where the services do not answer
 */
export async function listPermissions(
  deps: Pick<ProviderDeps, 'login' | 'services' | 'smartNetworks' | 'clock'>,
  chainId: CaipNetworkId,
): Promise<readonly PermissionSession[]> {
  const login = await deps.login()
  const networks = (await deps.smartNetworks?.()) ?? []
  const isOn = networks.some(each => each.chainId === chainId && each.permissions === 'unaudited')
  // No network at all is what is read where the services do not answer.
  if (networks.length === 0) throw refusal('unavailable')
  if (!login || !isOn || !deps.services) return []
  const account = await findSmartAccount(deps.smartNetworks, login.addresses, chainId)
  if (!account) return []
  const all = await createSessions(deps.services, { chainId, account: account.address }).list()
  return all.filter(({ state, expiresAt }) => state !== 'revoked' && Date.parse(expiresAt) > deps.clock.now())
}
