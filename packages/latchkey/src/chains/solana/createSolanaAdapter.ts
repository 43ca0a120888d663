import type { ChainAdapter, ProviderAbilities } from '../../contract/adapter.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { Network } from '../../contract/network.ts'
import { isStandard } from '../standard/readStandard.ts'
import { bindStandard } from './bindStandard.ts'
import type { BoundWallet } from './boundWallet.ts'
import { connectSolana } from './connectSolana.ts'
import { receiveUri } from './receiveUri.ts'
import type { Broadcasts } from './send/broadcasts.ts'
import { isSolanaAddress } from './solanaAddress.ts'
import { solanaBalance } from './solanaBalance.ts'
import type { SolanaWallet } from './solanaWallet.ts'
import { watchSolana } from './watchSolana.ts'

/** The solana adapter over wallets of Wallet Standard and over the relay; each provider is bound once, at its first use. */
export function createSolanaAdapter(): ChainAdapter {
  const known = new WeakMap<object, BoundWallet>()
  const broadcasts: Broadcasts = new Map()

  const keep = (provider: object, wallet: SolanaWallet): BoundWallet => {
    const bound = { wallet, shown: '', isLeaving: false, isPlain: false }
    known.set(provider, bound)
    return bound
  }
  const boundOf = (provider: unknown): BoundWallet | undefined => {
    if (!isObject(provider)) return undefined
    return known.get(provider) ?? (isStandard(provider) ? keep(provider, bindStandard(provider)) : undefined)
  }
  /** Also of a wallet over the relay, whose binding few pages need. */
  const bind = async (provider: unknown): Promise<BoundWallet | undefined> => {
    const bound = boundOf(provider)
    if (bound || !isObject(provider)) return bound
    const wallet = (await loadBindPaired()).bindPaired(provider)
    return wallet && (known.get(provider) ?? keep(provider, wallet))
  }

  return {
    namespace: 'solana',
    isAddress: isSolanaAddress,
    formatAddress: address => address,
    receiveUri,
    connect: async (provider, options) => {
      const bound = await bind(provider)
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
    async sending() {
      // With what a press will need: some browsers keep a failed import for good, so one that is cut off then would not send until a reload.
      const parts = [import('./send/createSolanaSending.ts'), loadSendTransfer(), loadSignStandard()] as const
      const [{ createSolanaSending }] = await Promise.all(parts).catch(missing)
      return createSolanaSending(broadcasts)
    },
    paying: async () => (await import('./pay/createSolanaPaying.ts').catch(missing)).createSolanaPaying(),
  }
}

/** Some of them undefined for as long as the wallet does not have them. */
type Abilities = { readonly [Name in keyof ProviderAbilities]: ProviderAbilities[Name] | undefined }

function abilitiesOf(bound: BoundWallet, broadcasts: Broadcasts): ProviderAbilities {
  const { wallet } = bound
  const reaches = ({ caipNetworkId }: Network): boolean =>
    wallet.networks([caipNetworkId]).includes(caipNetworkId)
  const abilities: Abilities = {
    reaches,
    async switchNetwork(network) {
      const { caipNetworkId } = network
      if (!reaches(network))
        throw createError('SWITCH_FAILED', { context: { caipNetworkId, reason: 'not-declared' } })
      wallet.network = caipNetworkId
      return caipNetworkId
    },
    // Read afresh each time: some wallets name their features with the account, or change them later.
    get signMessage(): ProviderAbilities['signMessage'] | undefined {
      return (
        wallet.signMessage && (async options => (await loadSignMessage()).signSolanaMessage(wallet, options))
      )
    },
    get signMessageByTransaction(): ProviderAbilities['signMessageByTransaction'] | undefined {
      return wallet.signTransaction && (async options => (await loadSignMemo()).signMemo(wallet, options))
    },
    get transfer(): ProviderAbilities['transfer'] | undefined {
      const sends = wallet.signTransaction ?? wallet.signAndSendTransaction
      return sends && (async order => (await loadSendTransfer()).sendTransfer(wallet, broadcasts, order))
    },
    async disconnect() {
      bound.isLeaving = true
      // Without its chunk the wallet is forgotten here all the same.
      await import('./leaveSolana.ts').then(each => each.leaveSolana(wallet)).catch(() => undefined)
    },
  }
  return abilities as ProviderAbilities
}

// Loaded on demand: most visitors connect a wallet of the page, and sign in afterwards.
const loadBindPaired = () => import('./bindPaired.ts').catch(missing)
const loadConnectSigned = () => import('./connectSigned.ts').catch(missing)
const loadSendTransfer = () => import('./send/sendTransfer.ts').catch(missing)
const loadSignStandard = () => import('./signStandard.ts')
const loadSignMessage = () => import('./signSolanaMessage.ts').catch(missing)
const loadSignMemo = () => import('./signMemo.ts').catch(missing)

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

function missing(cause: unknown): never {
  throw createError('CHUNK_FAILED', { cause })
}
