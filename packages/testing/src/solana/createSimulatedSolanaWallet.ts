import { announceDelay } from '../core/announceTime.ts'
import { systemClock } from '../core/clock.ts'
import { createGate } from '../core/createGate.ts'
import { createMemory } from '../core/createMemory.ts'
import { createScriptedWallet } from '../core/createScriptedWallet.ts'
import { exposeWallet } from '../core/exposeWallet.ts'
import { walletIcon } from '../core/walletIcon.ts'
import { createRpc } from '../evm/createRpc.ts'
import { providerError, walletErrors } from '../evm/providerError.ts'
import { createRegistrar } from './createRegistrar.ts'
import { createSolanaControl, type SolanaControl } from './createSolanaControl.ts'
import { createSolanaState } from './createSolanaState.ts'
import { createStandardObject, type SimulatedStandardWallet } from './createStandardObject.ts'
import { prepareSolana } from './solanaMethods.ts'
import { resolveSolanaOptions, type SimulatedSolanaOptions } from './solanaOptions.ts'

/** A simulated Solana wallet: real keys, real chains, scripted behavior. */
export interface SimulatedSolanaWallet {
  readonly info: { readonly name: string; readonly icon: string }
  /** The wallet as sites see it (Wallet Standard). */
  readonly standard: SimulatedStandardWallet
  readonly control: SolanaControl
  /** Registers the wallet (Wallet Standard), now and with each library that is ready later. */
  announce(): void
  /** Takes the wallet out of the page: it unregisters, and there are no more events or answers. */
  stop(): void
}

/** Only one prompt to connect may be open. */
const slots: Readonly<Record<string, string>> = {
  'standard:connect': 'accounts',
  'solana:signIn': 'accounts',
}

/**
 * Makes a Wallet Standard wallet with real Ed25519 keys that signs for Solana and sends to the given chains. For a wallet
 * of two ecosystems make one of these and a `createSimulatedWallet` with the same name: their pictures are the same then.
 * @throws TypeError for an option that cannot be used.
 */
export function createSimulatedSolanaWallet(given: SimulatedSolanaOptions): SimulatedSolanaWallet {
  const options = resolveSolanaOptions(given)
  const { name, clock = systemClock } = options
  const target = options.target ?? (typeof window === 'object' ? window : undefined)
  const memory = createMemory(options.expose ?? `solana:${name}`, options.storage)
  const icon = options.icon ?? walletIcon(name)
  let isStopped = false

  const scripted = createScriptedWallet({
    clock,
    script: options.script,
    mode: options.mode,
    stage: {
      prepare: (method, params) =>
        prepareSolana({ options, state, callNode, now: () => clock.now() }, method, params),
      slot: method => slots[method],
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
  const state = createSolanaState({
    options,
    memory,
    seen: () => emit('change', { accounts: visible() }),
    changed: scripted.notify,
  })
  const callNode = createRpc(options.post)
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

  const wallet: SimulatedSolanaWallet = {
    info: Object.freeze({ name, icon }),
    standard: object,
    control: createSolanaControl({ base: scripted.control, state, unlock, disconnect, emit }),
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
