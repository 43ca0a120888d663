import type { CaipNetworkId } from 'latchkey/contract'
import type { Hex } from 'latchkey/evmcodec'
import type { Sponsor } from 'latchkey/services'
import { readDelegation } from '../delegation/readDelegation.ts'
import type { ProviderDeps } from './deps.ts'
import { networkFacts } from './networkFacts.ts'
import type { PlainAccount } from './operation/operationAsked.ts'

/** The plain account where it sends calls as one. */
export interface BatchingAccount {
  readonly plain: PlainAccount
  /** The project pays for operations here. */
  readonly sponsor?: Sponsor
}

/**
 * The plain account as one that sends calls as one (EIP-7702); undefined where the network does not carry that, its nodes do not
 * say, or the account is delegated to a contract that this wallet does not use.
 */
export async function findPlainAccount(
  { nodes, smartNetworks }: Pick<ProviderDeps, 'nodes' | 'smartNetworks'>,
  address: Hex,
  chainId: CaipNetworkId,
): Promise<BatchingAccount | undefined> {
  const network = (await smartNetworks?.())?.find(each => each.chainId === chainId && each.delegation)
  if (!network) return undefined
  const delegation = await readDelegation(nodes(chainId), address).catch(() => undefined)
  if (!delegation || delegation.at === 'other') return undefined
  const { sponsor } = network
  const plain = { address, chainId: networkFacts(chainId).id, isNew: delegation.at === 'none' }
  return { plain, ...(sponsor && { sponsor }) }
}
