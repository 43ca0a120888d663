import { announceDelay } from '../core/announceTime.ts'
import { systemClock } from '../core/clock.ts'
import type { Act } from '../core/createConductor.ts'
import { createGate } from '../core/createGate.ts'
import { createMemory, type WalletStorage } from '../core/createMemory.ts'
import { createScriptedWallet } from '../core/createScriptedWallet.ts'
import { exposeWallet } from '../core/exposeWallet.ts'
import type { SharedWalletOptions } from '../core/sharedOptions.ts'
import { walletIcon } from '../core/walletIcon.ts'
import { providerError, walletErrors } from '../evm/providerError.ts'
import { createRegistrar } from './createRegistrar.ts'
import { createStandardControl, type StandardControl } from './createStandardControl.ts'
import {
  createStandardObject,
  type SimulatedStandardWallet,
  type StandardObjectOptions,
} from './createStandardObject.ts'
import { createStandardState, type StandardState } from './createStandardState.ts'

/** A simulated wallet of Wallet Standard: real keys, real chains, scripted behavior. */
export interface SimulatedStandard {
  readonly info: { readonly name: string; readonly icon: string }
  /** The wallet as sites see it (Wallet Standard). */
  readonly standard: SimulatedStandardWallet
  readonly control: StandardControl
  /** Registers the wallet (Wallet Standard), now and with each library that is ready later. */
  announce(): void
  /** Takes the wallet out of the page: it unregisters, and there are no more events or answers. */
  stop(): void
}

/** What the methods of an ecosystem work with. */
export interface StandardContext {
  readonly state: StandardState
  now(): number
}

/** The options that the ecosystems share, and what differs between them. */
export interface StandardWalletOptions<Account extends { readonly address: string }>
  extends StandardObjectOptions<Account>,
    Omit<SharedWalletOptions, 'storage'> {
  readonly namespace: string
  readonly storage: WalletStorage | undefined
  /** Whether the wallet connects without a prompt when it is asked silently, known page or not. */
  readonly ignoresSilent?: boolean
  /** By method, what only one prompt may be open for. */
  readonly slots: Readonly<Record<string, string>>
  /** Checks one request of the ecosystem's own and says how to carry it out. Throws the wallet's error. */
  prepare(ctx: StandardContext, method: string, params: unknown): Act
}

/** Makes a wallet of Wallet Standard. */
export function createStandardWallet<Account extends { readonly address: string }>(
  options: StandardWalletOptions<Account>,
): SimulatedStandard {
  const { name, clock = systemClock } = options
  const target = options.target ?? (typeof window === 'object' ? window : undefined)
  const memory = createMemory(options.expose ?? `${options.namespace}:${name}`, options.storage)
  const icon = options.icon ?? walletIcon(name)
  let isStopped = false

  const scripted = createScriptedWallet({
    clock,
    script: options.script,
    mode: options.mode,
    stage: {
      prepare: (method, params) =>
        prepareConnect(state, options.ignoresSilent === true, method) ??
        options.prepare({ state, now: () => clock.now() }, method, params),
      slot: method => options.slots[method],
      isOffline: () => !state.snapshot.online || isStopped,
      isLocked: () => state.snapshot.locked,
      lock: () => state.setLocked(true),
      unlock: () => unlock(),
      goOffline: () => disconnect(),
      errors: walletErrors,
    },
  })
  const emit = (event: string, ...values: unknown[]) => {
    if (!isStopped) scripted.listeners.emit(event, ...values)
  }
  const state = createStandardState({
    options,
    memory,
    seen: () => emit('change', { accounts: visible() }),
    changed: scripted.notify,
  })
  const { object, visible } = createStandardObject({
    options,
    icon,
    state,
    listeners: scripted.listeners,
    play: createGate(options.ready, scripted.play),
  })

  function unlock() {
    state.setLocked(false)
    scripted.unlockAll()
  }

  function disconnect() {
    state.setOnline(false)
    scripted.rejectAll(providerError(4900))
  }

  const registrar = createRegistrar(target, object)
  const remembered = (event: Event) => {
    if ('key' in event && event.key === memory.key) state.recall()
  }

  const wallet: SimulatedStandard = {
    info: Object.freeze({ name, icon }),
    standard: object,
    control: createStandardControl({ base: scripted.control, state, unlock, disconnect, emit }),
    announce: registrar.announce,
    stop() {
      for (const undo of undone) undo?.()
      isStopped = true
      registrar.stop()
      target?.removeEventListener('storage', remembered)
      scripted.rejectAll(providerError(4900))
      scripted.listeners.clear()
    },
  }

  target?.addEventListener('storage', remembered)
  const delay = announceDelay(options.announce)
  const undone = [
    options.expose === undefined ? undefined : exposeWallet(options.expose, wallet),
    delay === undefined || delay === 0 ? undefined : clock.after(delay, registrar.announce),
  ]
  if (delay === 0) registrar.announce()
  return wallet
}

/** The requests that all ecosystems have. */
function prepareConnect(state: StandardState, ignoresSilent: boolean, method: string): Act | undefined {
  switch (method) {
    case 'standard:connect':
      return {
        prompts: state.visible().length === 0,
        perform: ({ accounts }) => {
          state.authorise(accounts)
          return state.visible()
        },
      }
    case 'silentConnect':
      return {
        prompts: false,
        perform: () => {
          if (ignoresSilent) state.authorise()
          return state.visible()
        },
      }
    case 'standard:disconnect':
      return { prompts: false, perform: () => state.revoke() }
    default:
      return undefined
  }
}
