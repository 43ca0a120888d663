import type { ConnectProviderOptions, ProviderState } from '../../contract/adapter.ts'
import { createError } from '../../contract/errors/createError.ts'
import { badAnswer } from '../foreign/badAnswer.ts'
import { isUnauthorized, toWalletError } from '../foreign/toWalletError.ts'
import type { EvmWallet } from './bindProvider.ts'
import { parseAddresses, parseChainId, toAccounts } from './parseAnswers.ts'

/**
 * Asks for accounts and network; silently it only reads what is already allowed and answers undefined if nothing is.
 * @throws LatchkeyError CONNECTION_REJECTED, CONNECT_FAILED, WALLET_BAD_ANSWER, MODAL_CLOSED.
 */
export async function connectEvm(
  wallet: EvmWallet,
  { silent, signal }: Pick<ConnectProviderOptions, 'silent' | 'signal'>,
): Promise<ProviderState | undefined> {
  const method = silent ? 'eth_accounts' : 'eth_requestAccounts'
  const answer = await ask(wallet, method, signal).catch(cause => {
    if (silent && isUnauthorized(cause)) return []
    throw toWalletError(cause, 'CONNECT_FAILED')
  })
  const addresses = parseAddresses(answer)
  if (addresses?.length === 0 && silent) return undefined
  if (!addresses?.length) throw badAnswer(method, answer)

  const chain = await ask(wallet, 'eth_chainId', signal).catch(cause => {
    throw toWalletError(cause, 'CONNECT_FAILED')
  })
  const caipNetworkId = parseChainId(chain)
  if (!caipNetworkId) throw badAnswer('eth_chainId', chain)
  wallet.network = caipNetworkId
  return { accounts: toAccounts(addresses, caipNetworkId), caipNetworkId }
}

/** A wallet that never answers is left behind when the signal fires; what it says later is not heard. */
export function ask(
  wallet: EvmWallet,
  method: string,
  signal: AbortSignal,
  params?: readonly unknown[],
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(createError('MODAL_CLOSED'))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    wallet
      .request(method, params)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}
