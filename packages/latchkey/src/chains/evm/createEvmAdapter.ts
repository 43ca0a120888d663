import type { ChainAdapter } from '../../contract/adapter.ts'
import { createError } from '../../contract/errors/createError.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import { bindProvider, type EvmWallet } from './bindProvider.ts'
import { checksumAddress, isEvmAddress } from './codec/address.ts'
import { connectEvm } from './connectEvm.ts'
import { evmBalance } from './evmBalance.ts'
import { receiveUri } from './receiveUri.ts'
import type { SeenTransactions } from './send/createReceipts.ts'
import { signEvmMessage } from './signEvmMessage.ts'
import { switchEvmNetwork } from './switchEvmNetwork.ts'
import { watchEvm } from './watchEvm.ts'

/** The eip155 adapter over EIP-1193 providers; each provider is bound once, at its first use. */
export function createEvmAdapter(): ChainAdapter {
  const bound = new WeakMap<object, EvmWallet>()
  const seen: SeenTransactions = new Map()

  const walletOf = (provider: unknown): EvmWallet | undefined => {
    const isObject = (typeof provider === 'object' && provider !== null) || typeof provider === 'function'
    if (!isObject) return undefined
    const known = bound.get(provider)
    if (known) return known
    const wallet = bindProvider(provider)
    if (wallet) bound.set(provider, wallet)
    return wallet
  }

  return {
    namespace: 'eip155',
    isAddress: isEvmAddress,
    formatAddress: checksumAddress,
    receiveUri,
    prepare() {
      // An engine compiles a hash in steps, the last of them after some eight rounds.
      for (let round = 0; round < 8; round++) checksumAddress(`0x${'0'.repeat(40)}`)
    },
    connect: async (provider, options) => {
      const wallet = walletOf(provider)
      if (!wallet) throw createError('CONNECT_FAILED', { context: { reason: 'no-eip1193-provider' } })
      return connectEvm(wallet, options)
    },
    connectSigned: async (provider, options) => {
      const wallet = walletOf(provider)
      return wallet && (await loadConnectSigned()).connectSigned(wallet, options)
    },
    watch: (provider, changed) => {
      const wallet = walletOf(provider)
      return wallet ? watchEvm(wallet, changed) : () => undefined
    },
    abilities: provider => {
      const wallet = walletOf(provider)
      if (!wallet) return {}
      return {
        switchNetwork: network => switchEvmNetwork(wallet, network),
        signMessage: options => signEvmMessage(wallet, options),
        signTypedData: async order => (await loadSignTypedData()).signEvmTypedData(wallet, order),
        assets: async options => (await loadWalletAssets()).walletAssets(wallet, options),
        transfer: async order => (await loadSendTransaction()).sendTransfer(wallet, order),
        sendCall: async order => (await loadSendCall()).sendCall(wallet, order),
        sendCalls: async order => (await loadWalletCalls()).sendCalls(wallet, order),
        ...(lists(provider, 'wallet_pay') && {
          pay: async order => (await loadPayByWallet()).payByWallet(wallet, order),
        }),
        callsStatus: async id => (await loadWalletCalls()).callsStatus(wallet, id),
        disconnect: async ({ revoke }) => {
          // Without its chunk the wallet is forgotten here all the same.
          if (revoke)
            await import('./revokeEvm.ts').then(each => each.revokeEvm(wallet)).catch(() => undefined)
        },
      }
    },
    nativeBalance: evmBalance,
    paidFee: async (rpc, hash) => (await import('./readPaidFee.ts').catch(missing)).readPaidFee(rpc, hash),
    async sending() {
      // With what a press will need: some browsers keep a failed import for good, so one that is cut off then would not send until a reload.
      const parts = [loadSending(), loadSendTransaction()] as const
      const [{ createEvmSending }] = await Promise.all(parts).catch(missing)
      return createEvmSending(seen)
    },
    async swapping() {
      // With what a press will need, as above: approvals and swaps go out as calls, or as one batch.
      const sends = [loadSending(), loadSendCall(), loadWalletCalls()] as const
      const parts = [import('./swap/createEvmSwapping.ts'), ...sends] as const
      const [{ createEvmSwapping }] = await Promise.all(parts).catch(missing)
      return createEvmSwapping()
    },
    async paying() {
      const [{ createEvmPaying }] = await Promise.all([
        import('./pay/createEvmPaying.ts'),
        loadSending(),
        loadSendTransaction(),
      ]).catch(missing)
      return createEvmPaying()
    },
    async authorizing() {
      // With what a press will need, as above.
      const parts = [import('./authorize/createEvmAuthorizing.ts'), loadSignTypedData()] as const
      const [{ createEvmAuthorizing }] = await Promise.all(parts).catch(missing)
      return createEvmAuthorizing()
    },
  }
}

// Loaded on demand: connecting does not load sending.
const loadConnectSigned = () => import('./connectSigned.ts').catch(missing)
const loadSignTypedData = () => import('./signEvmTypedData.ts').catch(missing)
const loadWalletAssets = () => import('./send/walletAssets.ts').catch(missing)
const loadSending = () => import('./send/createEvmSending.ts').catch(missing)
const loadSendTransaction = () => import('./send/sendTransaction.ts').catch(missing)
const loadSendCall = () => import('./send/sendCall.ts').catch(missing)
const loadPayByWallet = () => import('./pay/payByWallet.ts').catch(missing)
const loadWalletCalls = () => import('./send/walletCalls.ts').catch(missing)

/** Whether a provider says that it takes a method: a session says what it grants, and an injected wallet nothing. */
function lists(provider: unknown, method: string): boolean {
  return itemsOf(fieldOf(provider, 'methods'), 200)?.includes(method) === true
}

function missing(cause: unknown): never {
  throw createError('CHUNK_FAILED', { cause })
}
