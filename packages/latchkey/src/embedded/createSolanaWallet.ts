import { formatBase58, parseBase58 } from '../contract/base58.ts'
import type { CaipNetworkId } from '../contract/caip.ts'
import type { EmbeddedRpcParams } from '../contract/embeddedRpc.ts'
import type { FramePayload } from '../contract/frame.ts'
import { ProviderError, providerCodes } from '../contract/providerError.ts'
import { networkOfStandardChain, standardChainOf } from '../contract/standardChains.ts'
import { followFrame } from './followFrame.ts'
import type { FrameChannel } from './frame.ts'
import type {
  StandardAccount,
  StandardSignAndSendInput,
  StandardSignMessageInput,
  StandardSignTransactionInput,
  StandardWallet,
} from './standardWallet.ts'
import { toProviderError } from './toProviderError.ts'

/** How a wallet names itself to a page; the icon is a data URI. */
export interface StandardWalletInfo {
  readonly name: string
  readonly icon: `data:image/${'svg+xml' | 'webp' | 'png' | 'gif'};base64,${string}`
}

const all = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const

/**
 * The embedded wallet's Solana account for any library of a page (Wallet Standard). `login` resolves when the visitor
 * has logged in, or rejects.
 */
export function createSolanaWallet(options: {
  readonly frame: FrameChannel
  /** Those of Solana that the page lists. */
  readonly networks: readonly [CaipNetworkId, ...CaipNetworkId[]]
  /** Where the page is, for messages, which name no network; default the first one. */
  readonly network?: () => CaipNetworkId
  readonly info: StandardWalletInfo
  readonly login?: () => Promise<unknown>
  /** False: it hands out no signed transaction, so that each is sent by the wallet itself; default true. */
  readonly signs?: boolean
  /** Loads a frame that was lost anew (F29), or another one in its place. */
  readonly revive?: () => Promise<FrameChannel>
  /** Called after a logout, here or in another tab of the wallet. */
  readonly loggedOut?: () => void
  /** Aborts when the login ends for this wallet: it lets go of its account and stops listening to the frame. */
  readonly signal?: AbortSignal
}): StandardWallet {
  const { networks, info, login, loggedOut, signal, signs = true } = options
  const features = Object.freeze(all.filter(each => signs || each !== 'solana:signTransaction'))
  const here = () => options.network?.() ?? networks[0]
  const followed = followFrame({
    ...options,
    listen: frame =>
      frame.on('SESSION', ({ isConnected }) => {
        if (isConnected) return
        emit([])
        loggedOut?.()
      }),
  })
  const chains = Object.freeze([...new Set(networks.map(standardChainOf))])
  const listeners = new Set<(change: { readonly accounts: readonly StandardAccount[] }) => void>()
  let accounts: readonly StandardAccount[] = Object.freeze([])

  function emit(next: readonly StandardAccount[]): void {
    if (next[0]?.address === accounts[0]?.address) return
    accounts = Object.freeze(next)
    for (const listener of [...listeners]) {
      try {
        listener({ accounts })
      } catch {
        // One listener's fault is no other's.
      }
    }
  }
  signal?.addEventListener('abort', () => {
    followed.stop()
    emit([])
  })

  async function connect({ silent = false } = {}): Promise<{ accounts: readonly StandardAccount[] }> {
    const frame = await followed.frame()
    const { isConnected } = await frame.request('IS_CONNECTED', {})
    if (!isConnected) {
      if (silent || !login) {
        emit([])
        if (silent) return { accounts }
        throw new ProviderError(providerCodes.unauthorized, 'The visitor is not logged in.')
      }
      await login()
    }
    const user = await frame.request('GET_USER', { chainId: networks[0] })
    const own = user.accounts.find(each => each.chainNamespace === 'solana')
    const publicKey = own && parseBase58(own.address, 32)
    // A frame of an earlier release may have none.
    if (!publicKey && silent) return { accounts }
    if (!publicKey) throw new ProviderError(providerCodes.unauthorized, 'There is no account of Solana.')
    emit([Object.freeze({ address: own.address, publicKey, chains, features })])
    return { accounts }
  }

  /** Asks the frame on behalf of the account that is connected, which is the one that is meant. */
  async function ask<M extends keyof SolanaAnswers>(
    method: M,
    account: StandardAccount,
    chainId: CaipNetworkId,
    params: Omit<EmbeddedRpcParams<M>, 'pubkey'>,
  ): Promise<SolanaAnswers[M]> {
    const [connected] = accounts
    if (!connected || account.address !== connected.address)
      throw new ProviderError(providerCodes.unauthorized, 'The account is not connected.')
    const payload = { chainId, method, params: { ...params, pubkey: connected.address } }
    const frame = await followed.frame()
    const { result } = await frame.request('RPC_REQUEST', payload as FramePayload<'RPC_REQUEST'>)
    return result as SolanaAnswers[M]
  }

  function networkOf(chain: string | undefined): CaipNetworkId {
    const network = chain === undefined ? networks[0] : networkOfStandardChain(chain, networks)
    if (!network || !networks.includes(network))
      throw new ProviderError(providerCodes.chainDisconnected, 'The page does not list this network.')
    return network
  }

  async function signMessage(...inputs: readonly StandardSignMessageInput[]) {
    const signed: { signedMessage: Uint8Array; signature: Uint8Array }[] = []
    for (const { account, message } of inputs) {
      const signedMessage = Uint8Array.from(message)
      const asked = { message: formatBase58(signedMessage) }
      const { signature } = await ask('solana_signMessage', account, here(), asked)
      signed.push({ signedMessage, signature: bytesOf(signature) })
    }
    return signed
  }

  async function signTransaction(...inputs: readonly StandardSignTransactionInput[]) {
    const [first] = inputs
    if (!first) return []
    const { account } = first
    const chainId = networkOf(first.chain)
    const isAlike = inputs.every(
      each => each.account.address === account.address && networkOf(each.chain) === chainId,
    )
    if (inputs.length > 1 && isAlike) {
      const transactions = inputs.map(each => toBase64(each.transaction))
      const answer = await ask('solana_signAllTransactions', account, chainId, { transactions })
      return answer.transactions.map(wire => ({ signedTransaction: fromBase64(wire) }))
    }
    const signed: { signedTransaction: Uint8Array }[] = []
    for (const each of inputs) {
      const asked = { transaction: toBase64(each.transaction) }
      const answer = await ask('solana_signTransaction', each.account, networkOf(each.chain), asked)
      signed.push({ signedTransaction: fromBase64(answer.transaction) })
    }
    return signed
  }

  async function signAndSendTransaction(...inputs: readonly StandardSignAndSendInput[]) {
    const sent: { signature: Uint8Array }[] = []
    for (const { account, chain, transaction, options: wishes = {} } of inputs) {
      const { preflightCommitment, minContextSlot, skipPreflight, maxRetries } = wishes
      const asked = {
        transaction: toBase64(transaction),
        options: {
          ...(preflightCommitment !== undefined && { preflightCommitment }),
          ...(minContextSlot !== undefined && { minContextSlot }),
          ...(skipPreflight !== undefined && { skipPreflight }),
          ...(maxRetries !== undefined && { maxRetries }),
        },
      }
      const answer = await ask('solana_signAndSendTransaction', account, networkOf(chain), asked)
      sent.push({ signature: bytesOf(answer.signature) })
    }
    return sent
  }

  const supportedTransactionVersions = Object.freeze(['legacy', 0] as const)
  return Object.freeze({
    version: '1.0.0',
    ...info,
    isLogin: true,
    chains,
    get accounts() {
      return accounts
    },
    features: Object.freeze({
      'standard:connect': { version: '1.0.0', connect: numbered(connect) },
      // The page lets go of the account; the visitor stays logged in to the wallet.
      'standard:disconnect': { version: '1.0.0', disconnect: async () => emit([]) },
      'standard:events': {
        version: '1.0.0',
        on(event, listener) {
          if (event !== 'change') return () => {}
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      'solana:signMessage': { version: '1.1.0', signMessage: numbered(signMessage) },
      ...(signs && {
        'solana:signTransaction': {
          version: '1.0.0',
          supportedTransactionVersions,
          signTransaction: numbered(signTransaction),
        },
      }),
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions,
        signAndSendTransaction: numbered(signAndSendTransaction),
      },
    }),
  } satisfies StandardWallet)
}

/** The frame's answer to each call. */
interface SolanaAnswers {
  readonly solana_signMessage: { readonly signature: string }
  readonly solana_signTransaction: { readonly signature: string; readonly transaction: string }
  readonly solana_signAllTransactions: { readonly transactions: readonly string[] }
  readonly solana_signAndSendTransaction: { readonly signature: string }
}

/** Errors have the numbers that libraries of pages read (EIP-1193, DECISIONS C11). */
function numbered<A extends readonly unknown[], T>(
  work: (...asked: A) => Promise<T>,
): (...asked: A) => Promise<T> {
  return async (...asked) => {
    try {
      return await work(...asked)
    } catch (cause) {
      throw cause instanceof ProviderError ? cause : toProviderError(cause)
    }
  }
}

function bytesOf(signature: string): Uint8Array {
  const bytes = parseBase58(signature, 64)
  if (!bytes) throw new ProviderError(providerCodes.internal, 'Something went wrong')
  return bytes
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
}
