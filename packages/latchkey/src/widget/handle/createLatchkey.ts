import type { ChainNamespace } from '../../contract/caip.ts'
import { LatchkeyError } from '../../contract/error.ts'
import { type NetworkInput, toNetwork } from '../../contract/network.ts'
import type { LatchkeyOptions, LatchkeyPatch, ThemeMode } from '../../contract/options.ts'
import type { LatchkeyState } from '../../contract/state.ts'
import { configError, type ResolvedConfig, resolveConfig } from '../../engine/base/config.ts'
import { createFacts } from '../../engine/base/facts.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { claimId } from './claimId.ts'
import { createDiscovery } from './discovery.ts'
import { firstState, readSnapshot } from './firstState.ts'
import { keepStable } from './keepStable.ts'
import type { Latchkey, WalletSummary } from './latchkey.ts'
import { offerHandle } from './offerHandle.ts'
import { summaries } from './summaries.ts'

/**
 * Makes a widget's handle: light, safe on a server, many per page (SPEC §1; DESIGN, "The widget at run time").
 * Nothing is loaded, asked or appended until a visitor acts, unless a stored connection has to be restored.
 * @throws LatchkeyError APKT008 without a project id, CONFIG_INVALID for a wrong or unknown option, DUPLICATE_ID.
 */
export function createLatchkey(options: LatchkeyOptions): Latchkey {
  let config = resolveConfig(options)
  const isBrowser = typeof document !== 'undefined'
  const release = isBrowser ? claimId(config.id) : () => {}
  const facts = createFacts()
  const discovery = createDiscovery()
  const listeners = new Set<() => void>()
  const walletListeners = new Set<() => void>()
  const serverState = firstState(config, readSnapshot(config.initialState ?? null))
  let stored: ReturnType<typeof readSnapshot>
  let state: LatchkeyState | undefined
  let runtime: Runtime | undefined
  let loading: Promise<Runtime> | undefined
  let started = false
  let destroyed = false
  let wallets: readonly WalletSummary[] = []
  let stopOffering = () => {}
  let settleReady: { resolve: () => void; reject: (cause: unknown) => void } | undefined
  const ready = new Promise<void>((resolve, reject) => {
    settleReady = { resolve, reject }
  })
  // Told by `ready` and by the alert; a host that does not wait for it gets no unhandled rejection.
  ready.catch(() => {})

  function begin(): void {
    if (started || destroyed || !isBrowser) return
    started = true
    try {
      stored = readSnapshot((config.storage ?? localStorage).getItem(`@latchkey/${config.id}/snapshot`))
    } catch {
      // Blocked storage: nothing is remembered.
    }
    state = firstState(config, config.enableReconnect === false ? undefined : stored)
    discovery.start(config)
    stopOffering = offerHandle(handle, document)
    if (state.connections.length > 0) void load().catch(() => {})
    else if (config.preload === 'idle') whenIdle(() => void load().catch(() => {}))
    if (state.connections.length === 0) settleReady?.resolve()
  }

  function load(): Promise<Runtime> {
    if (destroyed) return Promise.reject(destroyedError())
    begin()
    if (loading) return loading
    const chunk = import('../runtime/createRuntime.ts')
      .then(({ createRuntime }) => {
        if (destroyed) throw destroyedError()
        const made = createRuntime({ config, facts, discovery, snapshot: stored })
        runtime = made
        made.subscribe(refresh)
        made.engine.ready.then(settleReady?.resolve, settleReady?.reject)
        refresh()
        return made
      })
      .catch(cause => {
        loading = undefined
        throw cause instanceof LatchkeyError ? cause : chunkError(cause)
      })
    loading = chunk
    return chunk
  }

  function refresh(): void {
    if (!runtime) return
    const next = keepStable(state, runtime.getState())
    const nextWallets = keepStable(wallets, summaries(runtime.walletRows()))
    const changed = next !== state
    const walletsChanged = nextWallets !== wallets
    state = next
    wallets = nextWallets
    if (changed) tell(listeners)
    if (walletsChanged) tell(walletListeners)
  }

  function tell(set: ReadonlySet<() => void>): void {
    for (const listener of [...set]) {
      try {
        listener()
      } catch (cause) {
        reportError(cause)
      }
    }
  }

  function getState(): LatchkeyState {
    begin()
    return state ?? serverState
  }

  function configure(next: ResolvedConfig): void {
    config = Object.freeze(next)
    if (runtime) runtime.configure(config)
    else if (state) state = keepStable(state, firstState(config, stored))
    tell(listeners)
  }

  function networksOf(namespace: ChainNamespace): typeof config.networks {
    if (config.adapters.some(adapter => adapter.namespace === namespace)) return config.networks
    throw new LatchkeyError({
      code: 'ADAPTER_NOT_FOUND',
      kind: 'unsupported',
      message: 'Adapter not found',
      context: { namespace },
    })
  }

  const handle: Latchkey = {
    id: config.id,
    ready,
    getState,
    getServerState: () => serverState,
    subscribe(first: unknown, second?: unknown) {
      const select = (second ? first : (all: LatchkeyState) => all) as (all: LatchkeyState) => unknown
      const listener = (second ?? first) as (selected: unknown) => void
      let last = select(getState())
      const check = () => {
        const next = select(getState())
        if (Object.is(next, last)) return
        last = next
        listener(next)
      }
      listeners.add(check)
      return () => listeners.delete(check)
    },
    on: facts.on,
    getWallets: () => wallets,
    subscribeWallets(listener) {
      const own = () => listener()
      walletListeners.add(own)
      return () => walletListeners.delete(own)
    },
    getNetworks: () => config.networks,
    async open(open) {
      const there = runtime ?? (await load())
      there.open(open)
    },
    async close() {
      runtime?.close()
    },
    async connect(connect = {}) {
      const { connectThrough } = await import('./connectThrough.ts')
      return connectThrough(runtime ?? (await load()), connect)
    },
    async disconnect(disconnect) {
      if (getState().connections.length > 0) await (await load()).engine.disconnect(disconnect)
    },
    async switchNetwork(network, { throwOnFailure = true } = {}) {
      const caipNetworkId = typeof network === 'string' ? network : toNetwork(network).caipNetworkId
      const { engine } = await load()
      await engine.switchNetwork({ caipNetworkId }).catch(cause => {
        if (throwOnFailure) throw cause
      })
    },
    addNetwork(input: NetworkInput) {
      const network = toNetwork(input)
      const others = networksOf(network.chainNamespace).filter(o => o.caipNetworkId !== network.caipNetworkId)
      configure({ ...config, networks: Object.freeze([...others, network]) })
    },
    removeNetwork(id) {
      const networks = networksOf(id.slice(0, id.indexOf(':')))
      configure({ ...config, networks: Object.freeze(networks.filter(other => other.caipNetworkId !== id)) })
    },
    getProvider(namespace = getState().activeNamespace) {
      const active = runtime?.engine.ctx.connections.getState().active[namespace]
      return active && runtime?.engine.ctx.live.get(active.connectionId, namespace)?.provider
    },
    setThemeMode(mode: ThemeMode | 'system') {
      const { themeMode: _old, ...rest } = config
      configure(mode === 'system' ? rest : { ...rest, themeMode: mode })
    },
    update(patch: LatchkeyPatch) {
      for (const key of Object.keys(patch)) {
        if (!changeable.includes(key))
          throw configError(key, 'cannot be changed; destroy the widget and create another')
      }
      configure({ ...config, ...structuredClone(patch) })
    },
    async preload() {
      await load()
    },
    intent() {
      if (config.preload !== 'none' && !runtime) void load().catch(() => {})
    },
    async mount(element) {
      const there = runtime ?? (await load())
      there.mount(element)
    },
    destroy() {
      if (destroyed) return
      destroyed = true
      release()
      discovery.stop()
      stopOffering()
      runtime?.destroy()
      runtime = undefined
      listeners.clear()
      walletListeners.clear()
      settleReady?.reject(destroyedError())
    },
  }
  // Not at create: a server may never run this, and a browser not before the host's own script is through.
  if (isBrowser) queueMicrotask(begin)
  return handle
}

const changeable: readonly string[] = [
  'themeMode',
  'themeVariables',
  'locale',
  'texts',
  'metadata',
  'termsConditionsUrl',
  'privacyPolicyUrl',
  'features',
  'includeWalletIds',
  'excludeWalletIds',
  'featuredWalletIds',
  'customWallets',
  'enableWallets',
  'enableNetworkSwitch',
  'allowUnsupportedChain',
  'addressLabels',
] satisfies readonly (keyof LatchkeyPatch)[]

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 200)
}

function destroyedError(): LatchkeyError {
  return new LatchkeyError({ code: 'DESTROYED', kind: 'invalid', message: 'This widget was destroyed' })
}

function chunkError(cause: unknown): LatchkeyError {
  const message = 'A part of the widget could not be loaded'
  return new LatchkeyError({ code: 'CHUNK_FAILED', kind: 'offline', message, cause })
}
