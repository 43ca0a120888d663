import type { CaipNetworkId } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { Network } from '../../contract/network.ts'
import { badAnswer } from '../foreign/badAnswer.ts'
import { isUnknownChain, toWalletError } from '../foreign/toWalletError.ts'
import type { EvmWallet } from './bindProvider.ts'
import { toQuantity } from './codec/hex.ts'
import { parseChainId } from './parseAnswers.ts'

const longestWait = 1_000

/**
 * Moves the wallet to the network, adds it first if the wallet does not know it, and answers where the wallet
 * then really is, which may be elsewhere (SPEC §4 "Network change").
 * @throws LatchkeyError SWITCH_REJECTED, SWITCH_FAILED, WALLET_BAD_ANSWER.
 */
export async function switchEvmNetwork(wallet: EvmWallet, network: Network): Promise<CaipNetworkId> {
  // The wallet's own rule for what is a chain id holds for the host's networks too.
  const wanted = parseChainId(network.caipNetworkId.replace(/^eip155:/, ''))
  if (!wanted) throw refused(network, 'no-chain-id')
  const chainId = toQuantity(Number(wanted.slice('eip155:'.length)))
  const change = (): Promise<unknown> => wallet.request('wallet_switchEthereumChain', [{ chainId }])
  try {
    await change().catch(async cause => {
      if (!isUnknownChain(cause)) throw cause
      await wallet.request('wallet_addEthereumChain', [addParameters(chainId, network)])
      await change()
    })
  } catch (cause) {
    throw toWalletError(cause, 'SWITCH_FAILED')
  }
  let now = await askNetwork(wallet)
  if (now !== wanted) {
    await nextChainEvent(wallet)
    now = await askNetwork(wallet)
  }
  wallet.network = now
  return now
}

async function askNetwork(wallet: EvmWallet): Promise<CaipNetworkId> {
  const answer = await wallet.request('eth_chainId').catch(cause => {
    throw toWalletError(cause, 'SWITCH_FAILED')
  })
  const network = parseChainId(answer)
  if (!network) throw badAnswer('eth_chainId', answer)
  return network
}

/** Some wallets, on phones above all, say that they switched before `eth_chainId` does. */
function nextChainEvent(wallet: EvmWallet): Promise<void> {
  return new Promise(resolve => {
    const settle = (): void => {
      wallet.unlisten('chainChanged', settle)
      resolve()
    }
    if (!wallet.listen('chainChanged', settle)) return resolve()
    AbortSignal.timeout(longestWait).addEventListener('abort', settle)
  })
}

/** EIP-3085: wallets refuse lists with a plain http URL, except to this machine. */
function addParameters(chainId: string, network: Network): Readonly<Record<string, unknown>> {
  const rpcUrls = (network.rpcUrls.chainDefault ?? network.rpcUrls.default).http.filter(isSecure)
  if (rpcUrls.length === 0) throw refused(network, 'no-https-rpc-url')
  const explorer = network.blockExplorers?.default.url
  return {
    chainId,
    chainName: network.name,
    nativeCurrency: network.nativeCurrency,
    rpcUrls,
    ...(explorer && isSecure(explorer) && { blockExplorerUrls: [explorer] }),
  }
}

function isSecure(url: string): boolean {
  try {
    const { protocol, hostname } = new URL(url)
    const isLoopback = /^(127\.\d+\.\d+\.\d+|\[::1\]|(.+\.)?localhost)$/.test(hostname)
    return protocol === 'https:' || (protocol === 'http:' && isLoopback)
  } catch {
    return false
  }
}

function refused(network: Network, reason: string): Error {
  return createError('SWITCH_FAILED', { context: { caipNetworkId: network.caipNetworkId, reason } })
}
