import { type CaipNetworkId, namespaceOf } from 'latchkey/contract'
import type { Hex } from 'latchkey/evmcodec'
import type { Sponsor } from 'latchkey/services'
import { type AccountType, chosenType, defaultType } from '../login/accountTypes.ts'
import type { SafeAccount } from '../smartaccount/safeAccountOf.ts'
import type { KeptStore } from '../store/openKeptStore.ts'
import type { ReadSmartNetworks } from './createSmartNetworks.ts'
import type { LoggedIn } from './loggedIn.ts'

/** The account of a visitor that is in use on a network. */
export type ActiveAccount =
  | {
      readonly type: 'eoa'
      readonly address: Hex
      /** A smart account is wanted, and this network does not carry one. */
      readonly isFallback?: boolean
    }
  | {
      readonly type: 'smartAccount'
      readonly address: Hex
      readonly safe: SafeAccount
      /** The project pays for operations here. */
      readonly sponsor?: Sponsor
    }

/** What knowing it takes; without `smartNetworks` there are no smart accounts. */
export interface ActiveAccountDeps {
  readonly store: KeptStore
  readonly smartNetworks?: ReadSmartNetworks | undefined
}

/**
 * The account in use on a network of eip155: of the type that its visitor chose, else that the wallet was made with, where the network carries it and the
 * wallet's owner key is known; else the plain one.
 */
export async function activeAccount(
  { store, smartNetworks }: ActiveAccountDeps,
  { account, addresses, accountType = defaultType }: Pick<LoggedIn, 'account' | 'addresses' | 'accountType'>,
  chainId: CaipNetworkId,
  asked?: AccountType,
): Promise<ActiveAccount> {
  const plain = { type: 'eoa', address: addresses.eip155 } as const
  const wanted = asked ?? (await chosenType(store, account, namespaceOf(chainId))) ?? accountType
  if (wanted !== 'smartAccount') return plain
  const found = await findSmartAccount(smartNetworks, addresses, chainId)
  return found ?? { ...plain, isFallback: true }
}

/** The address of the wallet's smart account, the same on every network; undefined without its owner's. */
export async function smartAddress({ owner }: LoggedIn['addresses']): Promise<Hex | undefined> {
  if (!owner) return undefined
  const { safeAccountOf } = await import('../smartaccount/safeAccountOf.ts')
  return safeAccountOf(owner).address
}

/** The wallet's smart account on a network; undefined where there can be none. */
export async function findSmartAccount(
  smartNetworks: ReadSmartNetworks | undefined,
  { owner }: LoggedIn['addresses'],
  chainId: CaipNetworkId,
): Promise<Extract<ActiveAccount, { type: 'smartAccount' }> | undefined> {
  if (!owner || !smartNetworks) return undefined
  const network = (await smartNetworks()).find(each => each.chainId === chainId && each.safe)
  if (!network) return undefined
  const { safeAccountOf } = await import('../smartaccount/safeAccountOf.ts')
  const safe = safeAccountOf(owner)
  const { sponsor } = network
  return { type: 'smartAccount', address: safe.address, safe, ...(sponsor && { sponsor }) }
}
