import { hostError, type LatchkeyError } from '../../contract/error.ts'
import type { LatchkeyOptions } from '../../contract/options.ts'
import type { LatchkeyState } from '../../contract/state.ts'
import { type ResolvedConfig, resolveConfig } from '../../engine/base/config.ts'
import { createFacts } from '../../engine/base/facts.ts'
import { listen, notify } from '../../engine/base/listeners.ts'
import type { Runtime, Verbs } from '../runtime/runtime.ts'
import { createRest, type Rest } from './createRest.ts'
import { firstState, glimpseSnapshot } from './firstState.ts'
import type { Latchkey, WalletSummary } from './latchkey.ts'
import { startDiscovery } from './startDiscovery.ts'

const none: readonly WalletSummary[] = []

/** What the runtime does under the same name. */
const verbs = [
  'connect',
  'disconnect',
  'switchNetwork',
  'waitForReceipt',
  'sendCalls',
  'pay',
  'fetch',
  'addNetwork',
  'removeNetwork',
  'signOut',
  'update',
  'switchConnection',
  'deleteRecentConnection',
  'subscribeConnections',
  'getAccount',
  'mount',
] as const

/** What a store answers, a text or a promise, as far as it is looked at before the widget is there. */
type Stored = { readonly length?: number; catch?(heed: () => void): unknown } | null | undefined

type Select<T> = (state: LatchkeyState) => T

declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

/**
 * Makes the handle of a widget (SPEC §1): light, safe on a server, many per page. It loads and requests nothing until a
 * visitor acts, unless a stored connection has to be restored.
 * @throws LatchkeyError APKT008 without a project id; CONFIG_INVALID for invalid networks or adapters.
 */
export function createLatchkey(options: LatchkeyOptions): Latchkey {
  let config = resolveConfig(options)
  const isBrowser = typeof document !== 'undefined'
  const facts = createFacts()
  const prefix = `@latchkey/${config.id}/`
  const listeners = new Set<(value: unknown) => void>()
  const serverState = firstState(config, glimpseSnapshot(config.initialState))
  let settle: ((outcome: Promise<void>) => void) | undefined
  const ready = new Promise<void>(resolve => {
    settle = resolve
  })
  // Reported by `ready` and by the alert; a host that does not await `ready` gets no unhandled rejection.
  ready.catch(() => {})
  let snapshot: ReturnType<typeof glimpseSnapshot>
  let state: LatchkeyState | undefined
  let runtime: Runtime | undefined
  let loading: Promise<Runtime> | undefined
  let stopDiscovery: (() => unknown) | undefined
  let rest: Rest | undefined
  let isDestroyed = false

  // Not at create: a server never runs this, and a browser not before the host's own script is through.
  function begin(): LatchkeyState {
    // The current state, even before listeners are notified of it.
    if (runtime) state = runtime.getState()
    if (state || !isBrowser || isDestroyed) return state ?? serverState
    let awaited: Stored
    try {
      const store = config.storage ?? localStorage
      const stored: Stored = store.getItem(`${prefix}snapshot`)
      awaited = store.getItem(`${prefix}pairing`)
      // A store that answers promises says nothing now, and that one fails is no error of the page.
      void Promise.allSettled([stored, awaited])
      snapshot = glimpseSnapshot(stored)
    } catch {
      // Blocked storage: nothing is remembered.
    }
    state = firstState(config, snapshot)
    let checked: Promise<void> | undefined
    try {
      // In development at once, for the author of the page; else the runtime does it when a visitor has opened.
      if (process.env.NODE_ENV !== 'production') {
        checked = import('./checkOptions.ts').then(
          ({ checkOptions }) => checkOptions(config),
          // A chunk that cannot be fetched is no reason to complain about options.
          () => undefined,
        )
        // Logged on the console; where a connection is restored, `ready` reports the outcome.
        checked.catch(() => {})
      }
    } catch {
      // A page without a bundler has no `process`.
    }
    // A wallet may have answered a page that was thrown away meanwhile, or a login may have come back by the address; a
    // store that answers promises has nothing to say now.
    if (state.connections[0] || awaited?.length || /result_uri/.test(location.href))
      settle?.(load().then(({ engine }) => engine.ready))
    else {
      // Connected in another tab: this one follows (F36).
      addEventListener('storage', heard)
      settle?.(Promise.resolve(checked))
      const { preload = 'idle' } = config
      if (preload === 'idle') {
        rest = createRest()
        // A failed chunk is not requested again before the visitor wants it.
        rest
          .moment()
          .then(() => load(true))
          .catch(() => {})
      }
    }
    return state
  }

  // The click requests a failed chunk again, and shows the visitor a second failure.
  const ahead = () => void load().catch(() => {})

  const heard = ({ key }: StorageEvent) => {
    if (key === `${prefix}snapshot`) ahead()
  }

  /** `inSteps`: a step in each idle moment of the page, until a visitor wants it. */
  function load(inSteps?: boolean): Promise<Runtime> {
    begin()
    if (!inSteps) rest?.hurry()
    loading ??= loadRuntime(inSteps).catch(cause => {
      loading = undefined
      // The next try has its own.
      if (!isDestroyed) stopDiscovery?.()
      throw cause
    })
    return loading
  }

  async function loadRuntime(inSteps?: boolean): Promise<Runtime> {
    if (isDestroyed) throw destroyed()
    const moment = inSteps ? rest?.moment : undefined
    const part = import('../runtime/createRuntime.ts').catch(missing)
    await moment?.(part)
    if (isDestroyed) throw destroyed()
    // Wallets are discovered while the large chunk loads, so that the first drawing has them.
    const discovering = startDiscovery(config)
    stopDiscovery = () => discovering.then(({ stop }) => stop())
    const [{ createRuntime }, discovery] = await Promise.all([part, discovering])
    await moment?.()
    if (isDestroyed) throw destroyed()
    const made = createRuntime({ config, facts, discovery, configure, painted: state, rest })
    runtime = made
    made.subscribe(refresh)
    refresh()
    return made
  }

  function refresh(): void {
    // Selectors compare by identity, and unchanged parts keep theirs.
    if (runtime) notify(listeners, begin())
  }

  function follow<T>(select: Select<T>, listener: (selected: T) => void): () => void {
    let last = select(begin())
    return listen(listeners, () => {
      const next = select(begin())
      if (Object.is(next, last)) return
      last = next
      listener(next)
    })
  }

  function configure(next: ResolvedConfig): void {
    config = Object.freeze(next)
    if (runtime) runtime.configure(config)
    else if (state) state = firstState(config, snapshot)
    notify(listeners, state)
  }

  if (isBrowser) queueMicrotask(begin)
  // A server restores nothing.
  else settle?.(Promise.resolve())

  return {
    id: config.id,
    ready,
    getState: begin,
    getServerState: () => serverState,
    subscribe: <T>(
      ...given:
        | [listener: (state: LatchkeyState) => void]
        | [select: Select<T>, listener: (selected: T) => void]
    ) => (given.length === 1 ? follow(state => state, given[0]) : follow(...given)),
    on: facts.on,
    getWallets: () => runtime?.walletSummaries() ?? none,
    getLogs: () => runtime?.engine.ctx.log.read() ?? '',
    // The lists keep their identity while nothing in them changed, so one set of listeners does for all.
    subscribeWallets: listener => listen(listeners, listener),
    getNetworks: () => config.networks,
    // Typed by the runtime, at no cost here (DECISIONS C12).
    ...(Object.fromEntries(
      verbs.map(verb => [
        verb,
        async (...args: never[]) => {
          rest?.hurry()
          return ((runtime ?? (await load())).verbs[verb] as (...given: never[]) => unknown)(...args)
        },
      ]),
    ) as unknown as Pick<Verbs, (typeof verbs)[number]>),
    // With the runtime there, the dialog is shown in the very task of the click (DECISIONS T11).
    async open(open) {
      rest?.hurry()
      return (runtime ?? (await load())).open(open) as never
    },
    // A widget that is still opening closes once it is there, and rejects its pending promise.
    close: async () => (runtime ?? (await loading?.catch(() => undefined)))?.close(),
    getProvider: (namespace = begin().activeNamespace) => runtime?.provider(namespace),
    get wcUri() {
      return runtime?.engine.wcUri
    },
    setThemeMode(mode) {
      const { themeMode: _old, ...rest } = config
      configure(mode === 'system' ? rest : { ...rest, themeMode: mode })
    },
    preload: async () => void (await load()),
    intent() {
      if (config.preload === 'none') return
      // What a project wants of its visitors is known by the click.
      load()
        .then(({ engine }) => engine.ctx.flags.ask())
        .catch(() => {})
    },
    destroy() {
      if (isDestroyed) return
      isDestroyed = true
      if (isBrowser) removeEventListener('storage', heard)
      rest?.hurry()
      stopDiscovery?.()
      runtime?.destroy()
      runtime = undefined
      listeners.clear()
      // After `ready` has settled, this rejection has no handler, which is no fault of the page.
      const ended = Promise.reject(destroyed())
      ended.catch(() => {})
      settle?.(ended)
      // A button that was left behind finds nothing any more.
      loading = ended
    },
  }
}

function missing(cause: unknown): never {
  throw hostError('CHUNK_FAILED', 'Can’t connect. Check your internet.', 'offline', cause)
}

function destroyed(): LatchkeyError {
  return hostError('DESTROYED', 'This widget was destroyed')
}
