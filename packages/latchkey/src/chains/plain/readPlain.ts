/** What a plain wallet is asked, and how its answer is read. */
import type { Account } from '../../contract/account.ts'
import type { ConnectProviderOptions, ProviderState } from '../../contract/adapter.ts'
import { type CaipNetworkId, toCaipAddress } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import { type Network, unsupportedNetwork } from '../../contract/network.ts'
import { badAnswer } from '../foreign/badAnswer.ts'
import { orLeft } from '../foreign/orLeft.ts'
import type { PlainAccount, PlainWallet } from './plainWallet.ts'

/** What a wallet answered, parsed. */
export interface Reading {
  readonly networks: readonly Network[]
  readonly accounts: readonly PlainAccount[]
  readonly network: Network
  readonly state: ProviderState
}

/** Asks for accounts on a network; undefined where a wallet that was asked silently shares none. */
export async function readPlain(
  {
    chain,
    wallet,
  }: {
    readonly chain: {
      isAddress(address: string): boolean
      isAddressOn?(address: string, network: Network): boolean
    }
    readonly wallet: PlainWallet
  },
  { silent, networks, joint = [], known, prompt, signal }: ConnectProviderOptions,
  wanted: Network,
): Promise<Reading | undefined> {
  const asked = await orLeft(
    () => wallet.accounts({ silent, network: wanted, networks, joint, known, prompt }),
    signal,
    silent,
  )
  if (asked === 'bad') throw badAnswer('accounts', asked)
  if (silent && !asked?.length) return undefined
  if (!asked?.length) throw createError('CONNECT_FAILED', { context: { reason: 'no-account' } })
  const told = wallet.where && (await orLeft(async () => wallet.where?.(networks), signal, true))
  const network = findNetwork(networks, told ?? wanted.caipNetworkId)
  const fits = (address: string) => chain.isAddressOn?.(address, network) !== false
  const accounts = asked.filter(
    ({ address }, at) =>
      chain.isAddress(address) && fits(address) && asked.findIndex(other => other.address === address) === at,
  )
  // What comes first says what the account is for: the rest alone, such as an address for ordinals, is none to be paid at.
  if (!accounts.some(({ type }) => type === asked[0]?.type))
    throw createError('WALLET_BAD_ANSWER', { context: { method: 'accounts', reason: 'wrong-network' } })
  const state = { accounts: toAccounts(accounts, network), caipNetworkId: network.caipNetworkId }
  return { network, networks, accounts, state }
}

/** Where the visitor was, where the wallet can be there; else the first network of the host's that it can. */
export function wantedNetwork(
  wallet: PlainWallet,
  { networks, network }: Pick<ConnectProviderOptions, 'networks' | 'network'>,
): Network | undefined {
  const own = networks.filter(each => wallet.reaches?.(each) !== false)
  return own.find(({ caipNetworkId }) => caipNetworkId === network) ?? own[0]
}

function findNetwork(networks: readonly Network[], id: CaipNetworkId): Network {
  return networks.find(({ caipNetworkId }) => caipNetworkId === id) ?? unsupportedNetwork(id)
}

/** The accounts as the state has them. */
export function toAccounts(
  accounts: readonly PlainAccount[],
  { caipNetworkId }: Network,
): readonly Account[] {
  return accounts.map(({ address, source: _, ...more }) => ({
    ...more,
    caip10: toCaipAddress(caipNetworkId, address),
  }))
}

/** What a state shows, to compare it by. */
export function shownAs({ accounts, caipNetworkId }: ProviderState): string {
  return [caipNetworkId, ...accounts.map(({ caip10, type }) => `${type} ${caip10}`)].join()
}
