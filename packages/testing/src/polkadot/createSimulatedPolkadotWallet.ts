import { announceDelay } from '../core/announceTime.ts'
import { systemClock } from '../core/clock.ts'
import { createGate } from '../core/createGate.ts'
import { createMemory } from '../core/createMemory.ts'
import { createScriptedWallet } from '../core/createScriptedWallet.ts'
import { exposeWallet } from '../core/exposeWallet.ts'
import { walletIcon } from '../core/walletIcon.ts'
import { createStandardControl, type StandardControl } from '../standard/createStandardControl.ts'
import { createStandardState } from '../standard/createStandardState.ts'
import { polkadotErrors } from './polkadotErrors.ts'
import { type InjectedAccount, preparePolkadot, visibleAccounts } from './polkadotMethods.ts'
import { resolvePolkadotOptions, type SimulatedPolkadotOptions } from './polkadotOptions.ts'

/** What a site gets from `enable`. */
export interface SimulatedInjected {
  readonly accounts: {
    get(): Promise<readonly InjectedAccount[]>
    /** Calls the listener at once, and after each change. */
    subscribe(listener: (accounts: readonly InjectedAccount[]) => void): () => void
  }
  readonly signer: { signRaw?(order: object): Promise<{ id: number; signature: string }> }
}

/** A simulated Polkadot wallet: real keys, scripted behavior. */
export interface SimulatedPolkadotWallet {
  readonly info: { readonly name: string; readonly icon: string; readonly id: string }
  /** The wallet as sites see it, in `window.injectedWeb3`. */
  readonly entry: { readonly version: string; enable(origin: string): Promise<SimulatedInjected> }
  /** The methods of its script are `enable`, `accounts.get` and `signRaw`; `emit('accounts', …)` sends accounts to the site. */
  readonly control: StandardControl
  /** Puts the wallet into the page. */
  announce(): void
  /** Takes the wallet out of the page: there are no more events or answers. */
  stop(): void
}

/**
 * Makes a wallet of `injectedWeb3` with real sr25519, ed25519 and ECDSA keys.
 * @throws TypeError for an option that cannot be used.
 */
export function createSimulatedPolkadotWallet(given: SimulatedPolkadotOptions): SimulatedPolkadotWallet {
  const options = resolvePolkadotOptions(given)
  const { name, id, clock = systemClock } = options
  const page: object | undefined = options.target ?? (typeof window === 'object' ? window : undefined)
  const memory = createMemory(options.expose ?? `polkadot:${name}`, options.storage)
  const icon = options.icon ?? walletIcon(name)
  let isStopped = false

  const scripted = createScriptedWallet({
    clock,
    script: options.script,
    mode: options.mode,
    stage: {
      prepare: (method, params) => preparePolkadot(ctx, method, params),
      slot: method => (method === 'enable' ? 'enable' : undefined),
      isOffline: () => !state.snapshot.online || isStopped,
      isLocked: () => state.snapshot.locked,
      lock: () => state.setLocked(true),
      unlock: () => unlock(),
      goOffline: () => disconnect(),
      errors: polkadotErrors,
    },
  })
  const emit = (event: string, ...values: unknown[]) => {
    if (!isStopped) scripted.listeners.emit(event, ...values)
  }
  const state = createStandardState({
    options,
    memory,
    seen: () => emit('accounts', visibleAccounts(ctx)),
    changed: scripted.notify,
  })
  const ctx = { options, state }
  const play = createGate(options.ready, scripted.play)

  function unlock() {
    state.setLocked(false)
    scripted.unlockAll()
  }

  function disconnect() {
    state.setOnline(false)
    scripted.rejectAll(polkadotErrors.offline())
  }

  const signRaw = async (order: object) => (await play('signRaw', order)) as { id: number; signature: string }
  const injected: SimulatedInjected = {
    accounts: {
      get: async () => (await play('accounts.get', [])) as readonly InjectedAccount[],
      subscribe(listener) {
        const hear = listener as (...values: unknown[]) => void
        scripted.listeners.on('accounts', hear)
        listener(visibleAccounts(ctx))
        return () => scripted.listeners.off('accounts', hear)
      },
    },
    signer: options.signsTexts === false ? {} : { signRaw },
  }
  const entry = {
    version: '1.0.0',
    async enable(origin: string) {
      const answer = await play('enable', { origin })
      // What a script made of the answer may be anything.
      return answer === undefined ? injected : (answer as SimulatedInjected)
    },
  }

  function announce() {
    if (!page || isStopped) return
    const place = page as { injectedWeb3?: Record<string, unknown> }
    place.injectedWeb3 ??= {}
    place.injectedWeb3[id] = entry
  }

  const wallet: SimulatedPolkadotWallet = {
    info: Object.freeze({ name, icon, id }),
    entry,
    control: createStandardControl({ base: scripted.control, state, unlock, disconnect, emit }),
    announce,
    stop() {
      for (const undo of undone) undo?.()
      isStopped = true
      const { injectedWeb3 } = Object(page) as { injectedWeb3?: Record<string, unknown> }
      if (injectedWeb3?.[id] === entry) delete injectedWeb3[id]
      scripted.rejectAll(polkadotErrors.offline())
      scripted.listeners.clear()
    },
  }

  const delay = announceDelay(options.announce)
  const undone = [
    options.expose === undefined ? undefined : exposeWallet(options.expose, wallet),
    delay === undefined || delay === 0 ? undefined : clock.after(delay, announce),
  ]
  if (delay === 0) announce()
  return wallet
}
