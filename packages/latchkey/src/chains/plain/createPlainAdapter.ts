import type {
  ChainAdapter,
  ConnectProviderOptions,
  ProviderAbilities,
  ProviderChange,
} from '../../contract/adapter.ts'
import { addressOf, type CaipAddress, type CaipNetworkId, type ChainNamespace } from '../../contract/caip.ts'
import type { LatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { Network } from '../../contract/network.ts'
import { type FallbackCode, toWalletError, type WalletFailure } from '../foreign/toWalletError.ts'
import { isStranger } from './isStranger.ts'
import { leaveWallet } from './leaveWallet.ts'
import type { PlainAccount, PlainWallet } from './plainWallet.ts'
import { type Reading, readPlain, shownAs, toAccounts, wantedNetwork } from './readPlain.ts'

/** What one namespace brings to the plain adapter. */
export interface PlainChain
  extends Pick<ChainAdapter, 'isAddress' | 'formatAddress' | 'nativeBalance' | 'receiveUri'> {
  readonly namespace: ChainNamespace
  /** A wallet in the page; undefined for a value that is none. Called once a provider. */
  bind(provider: object): PlainWallet | undefined
  /** A wallet over the relay, in a chunk of its own; undefined for a value that takes no requests. */
  bindPaired(provider: object): Promise<PlainWallet | undefined>
  /** What else than 4001 and its like means that the visitor refused. */
  isRefusal?(failure: WalletFailure): boolean
  /** Whether an address may be on a network: its prefix and version are of it. Absent: any that `isAddress` takes. */
  isAddressOn?(address: string, network: Network): boolean
}

interface Bound {
  readonly wallet: PlainWallet
  readonly watchers: Set<(change: ProviderChange) => void>
  network: Network | undefined
  networks: readonly Network[]
  accounts: readonly PlainAccount[]
  /** What was last answered or reported, so that a repeated report is no change. */
  shown: string
  /** Counts the reads: an answer to an earlier one than the last is out of date. */
  turn: number
  /** Switches that read accounts now. */
  switching: number
  /** The wallet reported a change during a switch. */
  isStale: boolean
}

/** An adapter for a namespace whose accounts connect, sign texts and follow the wallet; each provider is bound once, at its first use. */
export function createPlainAdapter(chain: PlainChain): ChainAdapter {
  const known = new WeakMap<object, Bound>()
  const toError = (cause: unknown, fallback: FallbackCode): LatchkeyError =>
    toWalletError(cause, fallback, failure => chain.isRefusal?.(failure) === true)

  const keep = (provider: object, wallet: PlainWallet): Bound => {
    const bound: Bound = {
      wallet,
      watchers: new Set(),
      network: undefined,
      networks: [],
      accounts: [],
      shown: '',
      turn: 0,
      switching: 0,
      isStale: false,
    }
    known.set(provider, bound)
    return bound
  }
  const boundOf = (provider: unknown): Bound | undefined => {
    if (!isObject(provider)) return undefined
    const wallet = known.get(provider) ? undefined : chain.bind(provider)
    return known.get(provider) ?? (wallet && keep(provider, wallet))
  }
  const bind = async (provider: unknown): Promise<Bound | undefined> => {
    const bound = boundOf(provider)
    if (bound || !isObject(provider)) return bound
    const wallet = await chain.bindPaired(provider).catch((cause: unknown) => {
      throw createError('CHUNK_FAILED', { cause })
    })
    return known.get(provider) ?? (wallet && keep(provider, wallet))
  }

  const read = ({ wallet }: Bound, options: ConnectProviderOptions, wanted: Network) =>
    readPlain({ chain, wallet }, options, wanted)

  /** Puts in use what was read, and answers whether it is news. */
  function use(bound: Bound, { network, networks, accounts, state }: Reading): boolean {
    const shown = shownAs(state)
    const isNew = shown !== bound.shown
    Object.assign(bound, { network, networks, accounts, shown })
    return isNew
  }

  const tell = ({ watchers }: Bound, change: ProviderChange): void => {
    for (const each of [...watchers]) each(change)
  }

  /** Reads without a prompt what the wallet changed, and tells what is new. */
  async function readAgain(bound: Bound): Promise<void> {
    const { network, networks } = bound
    // The switch would pass for out of date: wallets report while they are asked, and it reads what they report.
    bound.isStale = bound.switching > 0
    if (!network || bound.isStale) return
    const known = toAccounts(bound.accounts, network)
    const turn = ++bound.turn
    const { signal } = new AbortController()
    let reading: Reading | undefined
    try {
      reading = await read(bound, { silent: true, known, networks, signal }, network)
    } catch {
      // Nothing is known: a wallet that is locked or busy ends no connection.
      return
    }
    // A later report, a connect or a switch knows better.
    if (bound.turn !== turn) return
    if (!reading) {
      bound.shown = ''
      tell(bound, { type: 'disconnected' })
      return
    }
    if (!use(bound, reading)) return
    const { accounts, caipNetworkId } = reading.state
    if (caipNetworkId !== network.caipNetworkId) tell(bound, { type: 'network', caipNetworkId, accounts })
    const { keepsActive } = bound.wallet
    tell(bound, { type: 'accounts', accounts, ...(keepsActive && { keepsActive }) })
  }

  function abilitiesOf(bound: Bound): ProviderAbilities {
    const { wallet } = bound
    const reaches = (network: Network): boolean => wallet.reaches?.(network) !== false
    async function switchNetwork(network: Network): Promise<CaipNetworkId> {
      const { caipNetworkId } = network
      if (!reaches(network))
        throw createError('SWITCH_FAILED', { context: { caipNetworkId, reason: 'not-declared' } })
      const { signal } = new AbortController()
      const networks = bound.networks.includes(network) ? bound.networks : [...bound.networks, network]
      try {
        await wallet.move?.(network)
        // Its accounts have other addresses there, in some ecosystems; the visitor pressed, so that a wallet may ask.
        const turn = ++bound.turn
        bound.switching++
        const reading = await read(bound, { silent: false, networks, signal }, network).finally(() => {
          bound.switching--
        })
        if (!reading) throw createError('SWITCH_FAILED', { context: { caipNetworkId } })
        // A later switch knows better.
        if (bound.turn !== turn) return bound.network?.caipNetworkId ?? reading.state.caipNetworkId
        const before = bound.network?.caipNetworkId
        use(bound, reading)
        // With the addresses, so that the state never holds those of one network on another.
        if (reading.state.caipNetworkId !== before) tell(bound, { type: 'network', ...reading.state })
        return reading.state.caipNetworkId
      } catch (cause) {
        const error = toError(cause, 'SWITCH_FAILED')
        if (error.code !== 'CONNECT_FAILED') throw error
        throw createError('SWITCH_FAILED', { cause, context: { caipNetworkId, ...error.context } })
      } finally {
        if (bound.isStale) void readAgain(bound)
      }
    }
    async function signMessage({ account, message }: { account: CaipAddress; message: string }) {
      const own = bound.accounts.find(({ address }) => address === addressOf(account))
      const { network } = bound
      if (!own || !network || !wallet.signMessage)
        throw createError('SIGN_FAILED', { context: { reason: own ? 'unsupported' : 'not-an-account' } })
      try {
        return await wallet.signMessage({ account: own, network, message })
      } catch (cause) {
        throw toError(cause, 'SIGN_FAILED')
      }
    }
    return {
      reaches,
      switchNetwork,
      // Read afresh each time: some wallets name what they can do with the account, or change it later.
      get signMessage() {
        return wallet.signMessage && signMessage
      },
      async disconnect() {
        bound.watchers.clear()
        bound.turn++
        await leaveWallet(wallet)
      },
    } as ProviderAbilities
  }

  return {
    namespace: chain.namespace,
    isAddress: chain.isAddress,
    formatAddress: chain.formatAddress,
    ...(chain.nativeBalance && { nativeBalance: chain.nativeBalance }),
    ...(chain.receiveUri && { receiveUri: chain.receiveUri }),
    async connect(provider, options) {
      const bound = await bind(provider)
      if (!bound)
        throw createError('CONNECT_FAILED', { context: { reason: `no-${chain.namespace}-provider` } })
      const wanted = wantedNetwork(bound.wallet, options)
      if (!wanted) throw createError('CONNECT_FAILED', { context: { reason: 'no-network' } })
      const turn = ++bound.turn
      try {
        const reading = await read(bound, options, wanted)
        if (reading && (bound.turn === turn || !bound.network)) use(bound, reading)
        return reading?.state
      } catch (cause) {
        if (options.silent && isStranger(cause, failure => chain.isRefusal?.(failure) === true))
          return undefined
        throw toError(cause, 'CONNECT_FAILED')
      }
    },
    watch(provider, changed) {
      const bound = boundOf(provider)
      if (!bound) return () => undefined
      const watcher = (change: ProviderChange): void => changed(change)
      bound.watchers.add(watcher)
      const stop = bound.wallet.watch(change => {
        if (!bound.watchers.has(watcher)) return
        if (change === 'stale') void readAgain(bound)
        else watcher({ type: 'disconnected' })
      })
      return () => {
        bound.watchers.delete(watcher)
        stop()
      }
    },
    abilities: provider => {
      const bound = boundOf(provider)
      return bound ? abilitiesOf(bound) : {}
    },
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
