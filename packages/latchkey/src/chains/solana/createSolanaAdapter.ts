import type { ChainAdapter, ProviderAbilities } from '../../contract/adapter.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { Network } from '../../contract/network.ts'
import { bindSolana } from './bindSolana.ts'
import type { BoundWallet } from './boundWallet.ts'
import { connectSolana } from './connectSolana.ts'
import { leaveSolana } from './leaveSolana.ts'
import { receiveUri } from './receiveUri.ts'
import type { Broadcasts } from './send/broadcasts.ts'
import { signSolanaMessage } from './signSolanaMessage.ts'
import { isSolanaAddress } from './solanaAddress.ts'
import { solanaBalance } from './solanaBalance.ts'
import { watchSolana } from './watchSolana.ts'

/** The solana adapter over wallets of Wallet Standard and over the relay; each provider is bound once, at its first use. */
export function createSolanaAdapter(): ChainAdapter {
  const known = new WeakMap<object, BoundWallet>()
  const broadcasts: Broadcasts = new Map()

  const boundOf = (provider: unknown): BoundWallet | undefined => {
    const isObject = (typeof provider === 'object' && provider !== null) || typeof provider === 'function'
    if (!isObject) return undefined
    const before = known.get(provider)
    if (before) return before
    const wallet = bindSolana(provider)
    const bound = wallet && { wallet, shown: '', isLeaving: false, isPlain: false }
    if (bound) known.set(provider, bound)
    return bound
  }

  return {
    namespace: 'solana',
    isAddress: isSolanaAddress,
    formatAddress: address => address,
    receiveUri,
    connect: async (provider, options) => {
      const bound = boundOf(provider)
      if (!bound) throw createError('CONNECT_FAILED', { context: { reason: 'no-solana-provider' } })
      return connectSolana(bound, options)
    },
    connectSigned: async (provider, options) => {
      const bound = boundOf(provider)
      return bound?.wallet.signIn && (await loadConnectSigned()).connectSigned(bound, options)
    },
    watch: (provider, changed) => {
      const bound = boundOf(provider)
      return bound ? watchSolana(bound, changed) : () => undefined
    },
    abilities: provider => {
      const bound = boundOf(provider)
      return bound ? abilitiesOf(bound, broadcasts) : {}
    },
    nativeBalance: solanaBalance,
    sending: async () =>
      (await import('./send/createSolanaSending.ts').catch(missing)).createSolanaSending(broadcasts),
  }
}

function abilitiesOf(bound: BoundWallet, broadcasts: Broadcasts): ProviderAbilities {
  const { wallet } = bound
  const reaches = ({ caipNetworkId }: Network): boolean =>
    wallet.networks([caipNetworkId]).includes(caipNetworkId)
  return {
    reaches,
    async switchNetwork(network) {
      const { caipNetworkId } = network
      if (!reaches(network))
        throw createError('SWITCH_FAILED', { context: { caipNetworkId, reason: 'not-declared' } })
      wallet.network = caipNetworkId
      return caipNetworkId
    },
    ...(wallet.signMessage && { signMessage: options => signSolanaMessage(wallet, options) }),
    ...(wallet.signTransaction && {
      signMessageByTransaction: async options => (await loadSignMemo()).signMemo(wallet, options),
    }),
    ...((wallet.signTransaction ?? wallet.signAndSendTransaction) && {
      transfer: async order => (await loadSendTransfer()).sendTransfer(wallet, broadcasts, order),
    }),
    disconnect: () => leaveSolana(bound),
  }
}

// Loaded on demand: few wallets sign in with the approval.
const loadConnectSigned = () => import('./connectSigned.ts').catch(missing)

const loadSendTransfer = () => import('./send/sendTransfer.ts').catch(missing)
const loadSignMemo = () => import('./signMemo.ts').catch(missing)

function missing(cause: unknown): never {
  throw createError('CHUNK_FAILED', { cause })
}
