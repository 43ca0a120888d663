/** Builds one engine: its context, its verbs, and the restore of what was stored (DESIGN). */
import type { ChainAdapter, RpcRequest } from '../contract/adapter.ts'
import type { ChainNamespace } from '../contract/caip.ts'
import type { RecentConnection } from '../contract/connection.ts'
import { createLog } from '../contract/createLog.ts'
import { createError } from '../contract/errors/createError.ts'
import type { Network } from '../contract/network.ts'
import type { WalletListing } from '../contract/wallet.ts'
import { awaitVisitor } from './awaitVisitor.ts'
import { createAlerts } from './base/alerts.ts'
import type { Api } from './base/api.ts'
import { type Clock, systemClock } from './base/clock.ts'
import type { ResolvedConfig } from './base/config.ts'
import type { Facts } from './base/facts.ts'
import { factsOf } from './base/factsOf.ts'
import { isPhone } from './base/linkPlatform.ts'
import { createLiveProviders } from './base/live.ts'
import { loadOnce } from './base/loadOnce.ts'
import { createMachine } from './base/machine.ts'
import { oneOf } from './base/oneOf.ts'
import { pageStorage } from './base/pageStorage.ts'
import { type Random, systemRandom } from './base/random.ts'
import { createKeyStore, type KeyStore } from './base/storage.ts'
import { wait } from './base/wait.ts'
import type { EngineContext, Notice } from './context.ts'
import type { Engine } from './engine.ts'
import { connectWallet } from './flows/connect/connectWallet.ts'
import { createConnecting } from './flows/connect/createConnecting.ts'
import { disconnectWallets } from './flows/disconnect/disconnectWallets.ts'
import { awaitedPairing } from './flows/pair/awaitedPairing.ts'
import type { PairFlow } from './flows/pair/pairFlow.ts'
import type { PayFlow } from './flows/pay/payFlow.ts'
import { isSignInEnabled } from './flows/signin/isSignInEnabled.ts'
import { noSignIn } from './flows/signin/noSignIn.ts'
import { chooseNamespace } from './flows/switchnetwork/chooseNamespace.ts'
import { knownBalances } from './nouns/balances/balancesTransition.ts'
import type { ConnectionsSnapshot } from './nouns/connections/connectionsState.ts'
import { connectionsTransition, snapshotOf } from './nouns/connections/connectionsTransition.ts'
import { initialConnections } from './nouns/connections/initialConnections.ts'
import { snapshotKey } from './nouns/connections/snapshot.ts'
import type { Directory } from './nouns/directory/directory.ts'
import { createFlags, type Flags } from './nouns/remoteconfig/createFlags.ts'
import { featuresOf } from './nouns/remoteconfig/featuresOf.ts'
import type { SessionClient } from './nouns/sessions/sessionClient.ts'
import catalogue from './nouns/wallets/catalogue.json' with { type: 'json' }
import { createWalletRows } from './nouns/wallets/createWalletRows.ts'
import { emptyWallets, walletsTransition } from './nouns/wallets/walletsTransition.ts'
import { wakeConnections } from './wakeConnections.ts'

/** Milliseconds until the first picture stands, on slow machines too. */
const recentsDelay = 250

export interface EngineOptions {
  readonly config: ResolvedConfig
  readonly facts: Facts
  /** Restored instead of what is stored. */
  readonly snapshot?: ConnectionsSnapshot | undefined
  readonly notify: (notice: Notice) => void
  readonly isInPage?: () => boolean | undefined
  /** Default: as the browser says of itself. */
  readonly phone?: boolean | undefined
  readonly clock?: Clock
  readonly random?: Random
  readonly storage?: KeyStore
  /** In the place of the real one, which asks `endpoints.directory`. */
  readonly directory?: Directory | undefined
  /** In the place of the real one, which asks `endpoints.api`. */
  readonly api?: Api | undefined
  /** In the place of the real one, which speaks to `endpoints.relay`. */
  readonly sessions?: SessionClient | undefined
  /** Brings the wallet frame. */
  readonly frame?: EngineContext['frame']
}

export function createEngine(options: EngineOptions): Engine {
  const { facts, notify, clock = systemClock, random = systemRandom } = options
  let { config } = options
  const life = new AbortController()
  const { storage = createKeyStore({ id: config.id, store: config.storage ?? pageStorage(), clock }) } =
    options
  const adapters = new Map<ChainNamespace, Promise<ChainAdapter>>()
  const rpcs = new WeakMap<Network, Promise<RpcRequest>>()
  const log = createLog(clock)
  const alert = createAlerts(facts, log)
  let flags: Flags | undefined

  const ctx: EngineContext = {
    get config() {
      return config
    },
    phone: options.phone ?? isPhone(),
    clock,
    random,
    storage,
    facts,
    notify,
    alert,
    log,
    isInPage: options.isInPage,
    signal: life.signal,
    live: createLiveProviders(),
    connections: createMachine(
      initialConnections(config, options.snapshot ?? storage.readNow(snapshotKey)),
      connectionsTransition,
    ),
    wallets: createMachine(
      { ...emptyWallets, catalogue: catalogue as readonly WalletListing[] },
      walletsTransition,
    ),
    balances: createMachine({}, knownBalances),
    profiles: createMachine({}, (_, next) => next),
    tokenBalances: createMachine({}, (_, next) => next),
    farcasterUrl: createMachine<string | null, string | null>(null, (_, next) => next),
    remote: createMachine({}, (_, next) => next),
    get flags() {
      flags ??= createFlags(ctx)
      return flags
    },
    recents: createMachine([] as readonly RecentConnection[], (_, next) => next),
    signIn: createMachine(noSignIn, (_, next) => next),
    adapter: namespace => loadAdapter(adapters, config, namespace),
    rpc: network => (method, params, signal) => loadRpc(network).then(rpc => rpc(method, params, signal)),
    api: loadOnce(
      async () =>
        options.api ?? (await import('./base/api.ts')).createApi({ config, clock, signal: life.signal }),
    ),
    directory: loadOnce(
      async () =>
        options.directory ?? (await import('./nouns/directory/createDirectory.ts')).createDirectory(ctx),
    ),
    frame: options.frame,
    journal: loadOnce(async () => (await import('./nouns/journal/createJournal.ts')).createJournal(ctx)),
    sessions: loadOnce(async () => (await import('./startSessions.ts')).startSessions(ctx, options.sessions)),
  }

  // One batching client a network, fetched with the first question to a chain.
  function loadRpc(network: Network): Promise<RpcRequest> {
    const known = rpcs.get(network)
    if (known) return known
    const options = { network, config, clock, alert: ctx.alert, signal: life.signal }
    const language = factsOf(config, network.chainNamespace).nodes
    const made = (
      language
        ? import('./base/httpNode.ts').then(({ createHttpNode }) => createHttpNode({ ...options, language }))
        : import('./base/rpc.ts').then(({ createRpc }) => createRpc(options))
    ).catch(cause => {
      rpcs.delete(network)
      throw createError('CHUNK_FAILED', { cause })
    })
    rpcs.set(network, made)
    return made
  }

  const signsIn = async () =>
    isSignInEnabled({ config: ctx.config, features: featuresOf(ctx) }) ? engine.signIn() : undefined
  let flow: PairFlow | undefined
  const pairing = loadOnce(async () => {
    const { createPairFlow } = await import('./flows/pair/createPairFlow.ts')
    flow = createPairFlow(ctx, undefined, signsIn)
    return flow
  })
  let payFlow: PayFlow | undefined
  const switching = loadOnce(
    async () => (await import('./flows/switchnetwork/switchNetwork.ts')).switchNetwork,
  )
  const loadCalls = loadOnce(async () => (await import('./flows/send/createCalls.ts')).createCalls)
  const walletRows = createWalletRows(ctx, () => featuresOf(ctx))
  const balances = loadOnce(async () =>
    (await import('./nouns/balances/createBalances.ts')).createBalances(ctx),
  )
  async function refreshBalance(namespace: ChainNamespace, force = false): Promise<void> {
    const made = await balances().catch(cause => {
      throw createError('BALANCE_UNAVAILABLE', { cause })
    })
    return made.refresh(namespace, { force })
  }
  for (const type of ['sent', 'sendSettled', 'swapped', 'swapSettled', 'paid', 'paymentSettled'] as const) {
    facts.on(type, ({ namespace }) => void refreshBalance(namespace, true).catch(() => {}))
  }
  awaitVisitor(ctx)
  let isFollowing = false
  const offStore = ctx.connections.subscribe((state, before) => {
    // What another tab stored is not stored again: two tabs would answer each other for ever (F36).
    if (isFollowing) return
    const keep = snapshotOf(state)
    if (keep.connections.length > 0 || before.connections.length > 0 || before.shelved.length > 0) {
      void (keep.connections.length > 0 ? storage.write(snapshotKey, keep) : storage.remove(snapshotKey))
    }
  })
  wakeConnections(ctx, run => {
    isFollowing = true
    try {
      run()
    } finally {
      isFollowing = false
    }
  })
  const ready = start(ctx)
  // The host hears of a failure by `ready`. Without a listener there it is not an unhandled rejection.
  ready.catch(() => undefined)

  const engine: Engine = {
    ctx,
    ready,
    walletRows,
    connect: connect => connectWallet(ctx, connect, signsIn),
    get connecting() {
      return oneOf(engine, createConnecting)
    },
    pairing,
    get wcUri() {
      const state = flow?.machine.getState()
      return state && 'link' in state ? state.link?.uri : undefined
    },
    disconnect: disconnect => disconnectWallets(ctx, disconnect),
    switchNetwork: async to => (await switching())(ctx, to),
    switching: loadOnce(async () => {
      const { createSwitching } = await import('./flows/switchnetwork/createSwitching.ts')
      return oneOf(engine, createSwitching)
    }),
    chooseNamespace: namespace => chooseNamespace(ctx, namespace),
    tokens: loadOnce(async () => (await import('./nouns/tokens/createTokens.ts')).createTokens(ctx)),
    activity: loadOnce(async () =>
      (await import('./nouns/activity/createActivity.ts')).createActivity(ctx, { sends: ctx.journal }),
    ),
    journal: ctx.journal,
    sending: loadOnce(async () => {
      const { createSendFlow } = await import('./flows/send/createSendFlow.ts')
      return oneOf(engine, createSendFlow)
    }),
    review: loadOnce(async () => {
      const { createReview } = await import('./flows/send/createReview.ts')
      return oneOf(engine, createReview)
    }),
    swapping: loadOnce(async () => {
      const { createSwaps } = await import('./flows/swap/createSwaps.ts')
      return oneOf(engine, createSwaps)
    }),
    buying: loadOnce(async () => (await import('./flows/onramp/createRampFlow.ts')).createRampFlow(engine)),
    funding: loadOnce(async () => (await import('./nouns/funding/createFunding.ts')).createFunding(ctx)),
    exchanging: loadOnce(async () => {
      const [{ createExchangeFlow }, funding] = await Promise.all([
        import('./flows/exchange/createExchangeFlow.ts'),
        engine.funding(),
      ])
      return createExchangeFlow(engine, funding)
    }),
    orders: loadOnce(async () => {
      const [{ createOrders }, journal] = await Promise.all([
        import('./nouns/orders/createOrders.ts'),
        ctx.journal(),
      ])
      return createOrders(engine, journal)
    }),
    paying: loadOnce(async () => {
      const { createPayFlow } = await import('./flows/pay/createPayFlow.ts')
      payFlow = oneOf(engine, createPayFlow)
      return payFlow
    }),
    paidRequests: loadOnce(async () => {
      const { createPaidRequests } = await import('./flows/paidrequest/createPaidRequests.ts')
      return oneOf(ctx, createPaidRequests)
    }),
    payResult: () => payFlow?.result() ?? { status: 'cancelled', verified: false },
    calls: async calls => (await loadCalls())(ctx, calls),
    allWallets: loadOnce(async () => {
      const { createAllWallets } = await import('./flows/catalogue/createAllWallets.ts')
      return oneOf(ctx, createAllWallets)
    }),
    walletSettings: loadOnce(async () => {
      const { createSettings } = await import('./flows/ownwallet/createSettings.ts')
      return oneOf(ctx, createSettings)
    }),
    signIn: loadOnce(async () => (await import('./flows/signin/createSignIn.ts')).createSignIn(ctx, engine)),
    names: loadOnce(async () => oneOf(ctx, (await import('./nouns/names/createOwnNames.ts')).createOwnNames)),
    naming: loadOnce(async () => oneOf(ctx, (await import('./flows/name/createNaming.ts')).createNaming)),
    nfts: loadOnce(async () => (await import('./nouns/nfts/createNfts.ts')).createNfts(ctx)),
    refreshBalance: (namespace = ctx.connections.getState().activeNamespace) => refreshBalance(namespace),
    configure(next) {
      config = next
    },
    destroy() {
      life.abort()
      offStore()
      ctx.live.clear()
    },
  }
  return engine
}

async function start(ctx: EngineContext): Promise<void> {
  // Recents are a comfort: without their chunk, or a store, the list is whole all the same.
  // They may come behind the first picture, whose way they would only be in.
  wait(ctx.clock, recentsDelay, ctx.signal)
    .then(() => (ctx.signal.aborted ? undefined : import('./nouns/wallets/keepRecents.ts')))
    .then(chunk => chunk?.keepRecents(ctx))
    .catch(() => undefined)
  resume(ctx).catch(() => undefined)
  if (ctx.connections.getState().unconfirmed.length === 0) return
  const { restoreConnections } = await import('./flows/reconnect/restoreConnections.ts')
  await restoreConnections(ctx)
}

// A wallet may have answered while the page was away: phones throw pages away meanwhile.
async function resume(ctx: EngineContext): Promise<void> {
  const awaited = await ctx.storage.read(awaitedPairing)
  // One that is too old is not looked at again.
  if (!awaited) return ctx.storage.remove(awaitedPairing)
  await (await import('./flows/pair/resumePairing.ts')).resumePairing(ctx, awaited)
}

// A chunk that could not be fetched is asked for again at the next try: deploys delete old ones (DECISIONS C12).
function loadAdapter(
  adapters: Map<ChainNamespace, Promise<ChainAdapter>>,
  config: ResolvedConfig,
  namespace: ChainNamespace,
): Promise<ChainAdapter> {
  const known = adapters.get(namespace)
  if (known) return known
  const descriptor = config.adapters.find(adapter => adapter.namespace === namespace)
  if (!descriptor) return Promise.reject(createError('ADAPTER_NOT_FOUND', { context: { namespace } }))
  const loading = descriptor.load().catch(cause => {
    adapters.delete(namespace)
    throw createError('CHUNK_FAILED', { cause })
  })
  adapters.set(namespace, loading)
  return loading
}
