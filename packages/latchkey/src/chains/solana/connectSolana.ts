import type { ConnectProviderOptions, ProviderState } from '../../contract/adapter.ts'
import type { CaipNetworkId } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import { badAnswer } from '../foreign/badAnswer.ts'
import { orLeft } from '../foreign/orLeft.ts'
import { type BoundWallet, takeAccounts } from './boundWallet.ts'
import type { SolanaAccount, SolanaWallet } from './solanaWallet.ts'
import { isStranger, toSolanaError } from './toSolanaError.ts'

/**
 * Asks for accounts. No wallet tells its network, so it is the one that the visitor was on, or the first that the wallet signs on.
 * Silently asked, one that does not know the page answers undefined; callers ask so only where their own record has a
 * connection, because wallets may connect all the same.
 * @throws LatchkeyError CONNECTION_REJECTED, CONNECT_FAILED, WALLET_BAD_ANSWER, MODAL_CLOSED.
 */
export async function connectSolana(
  bound: BoundWallet,
  { silent, networks, network, signal }: ConnectProviderOptions,
): Promise<ProviderState | undefined> {
  const { wallet } = bound
  bound.isLeaving = false
  let accounts = await ask(wallet, silent, signal)
  // Some have none to begin with, and a switch to an account that is not connected takes them all away.
  if (accounts?.length === 0) accounts = await ask(wallet, silent, signal)
  if (accounts === 'stranger' || (silent && accounts?.length === 0)) return undefined
  if (!accounts) throw badAnswer('connect', accounts)
  if (accounts.length === 0) throw createError('CONNECT_FAILED', { context: { reason: 'no-account' } })
  const caipNetworkId = chooseNetwork(wallet, { networks, network })
  if (!caipNetworkId) throw createError('CONNECT_FAILED', { context: { reason: 'no-network' } })
  wallet.network = caipNetworkId
  return { accounts: takeAccounts(bound, accounts, caipNetworkId), caipNetworkId }
}

/** Where the page is with a wallet; undefined where the wallet signs on no network that it could be. */
export function chooseNetwork(
  wallet: SolanaWallet,
  { networks, network }: Pick<ConnectProviderOptions, 'networks' | 'network'>,
): CaipNetworkId | undefined {
  const own = wallet.networks(networks.map(({ caipNetworkId }) => caipNetworkId))
  return network !== undefined && own.includes(network) ? network : own[0]
}

/** The accounts without a prompt; undefined where the wallet does not know the page, or does not answer in time. */
export async function askQuietly(wallet: SolanaWallet): Promise<readonly SolanaAccount[] | undefined> {
  const accounts = await ask(wallet, true, new AbortController().signal).catch(() => undefined)
  return accounts === 'stranger' ? undefined : accounts
}

/** Stops waiting for the wallet when the signal fires, and for a silent request after ten seconds. */
async function ask(
  wallet: SolanaWallet,
  silent: boolean,
  signal: AbortSignal,
): Promise<readonly SolanaAccount[] | 'stranger' | undefined> {
  try {
    return await orLeft(() => wallet.connect(silent), signal, silent)
  } catch (cause) {
    if (silent && isStranger(cause)) return 'stranger'
    throw toSolanaError(cause, 'CONNECT_FAILED')
  }
}
