import { announceDelay } from '../core/announceTime.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import { createGate } from '../core/createGate.ts'
import { createMemory } from '../core/createMemory.ts'
import { createScriptedWallet } from '../core/createScriptedWallet.ts'
import { exposeWallet } from '../core/exposeWallet.ts'
import { randomHex, randomUuid } from '../core/random.ts'
import { walletIcon } from '../core/walletIcon.ts'
import { createAnnouncer, type ProviderInfo } from './announceProvider.ts'
import type { CallBatch } from './callMethods.ts'
import { createProvider, putLegacyProvider, type SimulatedProvider } from './createProvider.ts'
import { createRpc } from './createRpc.ts'
import { createWalletControl, type WalletControl } from './createWalletControl.ts'
import { createWalletState } from './createWalletState.ts'
import { toQuantity } from './params.ts'
import { prepareRequest, promptSlot } from './prepareRequest.ts'
import { providerError, walletErrors } from './providerError.ts'
import type { WalletContext } from './walletContext.ts'
import { resolveWalletOptions, type SimulatedWalletOptions } from './walletOptions.ts'

/** A simulated EVM wallet: real keys, real chains, scripted behavior. */
export interface SimulatedWallet {
  readonly info: ProviderInfo
  readonly provider: SimulatedProvider
  readonly control: WalletControl
  /** Announces the wallet (EIP-6963), now and on each request from now on. */
  announce(): void
  /** Takes the wallet out of the page: no more announcements, events or answers. */
  stop(): void
}

/**
 * Makes an EIP-6963 / EIP-1193 wallet with real keys that signs and sends on the given chains.
 * @throws TypeError for an option that cannot be used.
 */
export function createSimulatedWallet(given: SimulatedWalletOptions): SimulatedWallet {
  const options = resolveWalletOptions(given)
  const clock = options.clock ?? systemClock
  const target = options.target ?? (typeof window === 'object' ? window : undefined)
  const ended = new AbortController()
  // A test that puts two wallets with one rdns into a page gives them different names; each has its own memory.
  const memory = createMemory(options.expose ?? options.rdns, options.storage)

  const scripted = createScriptedWallet({
    clock,
    script: options.script,
    mode: options.mode,
    stage: {
      prepare: (method, params) => prepareRequest(ctx, method, params),
      slot: promptSlot,
      isOffline: () => !state.snapshot.online || ended.signal.aborted,
      isLocked: () => state.snapshot.locked,
      lock: () => state.setLocked(true),
      unlock: () => unlock(),
      goOffline: () => disconnect(),
      errors: walletErrors,
    },
  })
  const emit = (event: string, ...values: unknown[]) => {
    if (!ended.signal.aborted) scripted.listeners.emit(event, ...values)
  }
  const state = createWalletState({ options, memory, emit, changed: scripted.notify })
  const callNode = createRpc(options.post)

  const ctx: WalletContext = {
    options,
    state,
    batches: new Map<string, CallBatch>(),
    subscriptions: new Set<string>(),
    emit,
    callNode,
    call: async (chainId, method, params) => callNode(state.chain(chainId), method, params),
    inTurn: createTurns(),
    randomHex,
    wait: ms => waitFor(clock, ms, ended.signal),
  }

  function unlock() {
    state.setLocked(false)
    scripted.unlockAll()
  }

  function disconnect(chainId?: number) {
    state.setOnline(false, chainId)
    if (chainId === undefined) scripted.rejectAll(providerError(4900))
  }

  const provider = createProvider({
    listeners: scripted.listeners,
    flags: options.flags,
    play: createGate(options.ready, scripted.play),
    isConnected: () => state.snapshot.online,
  })
  const control = createWalletControl({ base: scripted.control, state, unlock, disconnect, emit })
  const info = Object.freeze({
    uuid: options.uuid ?? randomUuid(),
    name: options.name,
    icon: options.icon ?? walletIcon(options.name),
    rdns: options.rdns,
  })
  const announcer = createAnnouncer(target, info, provider)
  const remembered = (event: Event) => {
    if ('key' in event && event.key === memory.key) state.recall()
  }

  const wallet: SimulatedWallet = {
    info,
    provider,
    control,
    announce: announcer.announce,
    stop() {
      for (const undo of undone) undo?.()
      ended.abort()
      announcer.stop()
      target?.removeEventListener('storage', remembered)
      scripted.rejectAll(providerError(4900))
      scripted.listeners.clear()
    },
  }

  target?.addEventListener('storage', remembered)
  const delay = announceDelay(options.announce)
  const undone = [
    options.legacy === true && target !== undefined ? putLegacyProvider(target, provider) : undefined,
    options.expose === undefined ? undefined : exposeWallet(options.expose, wallet),
    delay === undefined || delay === 0 ? undefined : clock.after(delay, announcer.announce),
  ]
  if (delay === 0) announcer.announce()
  // EIP-1193: emit "connect" once the provider can answer, after the creator had a chance to subscribe.
  queueMicrotask(() => {
    if (state.snapshot.online) emit('connect', { chainId: toQuantity(state.snapshot.chainId) })
  })
  return wallet
}

/** Makes a queue per key: tasks of one key run one after another. */
function createTurns(): WalletContext['inTurn'] {
  const turns = new Map<string, Promise<unknown>>()
  return (key, task) => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(task, task)
    turns.set(key, turn)
    return turn
  }
}

function waitFor(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopped = () => {
      cancel()
      reject(providerError(4900))
    }
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', stopped)
      resolve()
    })
    if (signal.aborted) stopped()
    else signal.addEventListener('abort', stopped, { once: true })
  })
}
