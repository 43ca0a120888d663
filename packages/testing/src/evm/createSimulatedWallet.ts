import { type Clock, systemClock } from '../core/clock.ts'
import { createWalletLife, type Placed, type WalletLife } from '../core/createWalletLife.ts'
import { randomHex, randomUuid } from '../core/random.ts'
import { walletIcon } from '../core/walletIcon.ts'
import { createAnnouncer, type ProviderInfo } from './announceProvider.ts'
import type { CallBatch } from './callMethods.ts'
import { createProvider, putLegacyProvider, type SimulatedProvider } from './createProvider.ts'
import { createRpc } from './createRpc.ts'
import { createWalletControl, type WalletControl } from './createWalletControl.ts'
import { createWalletState, type WalletState } from './createWalletState.ts'
import { toQuantity } from './params.ts'
import { prepareRequest, promptSlot } from './prepareRequest.ts'
import { providerError, walletErrors } from './providerError.ts'
import type { WalletContext } from './walletContext.ts'
import { resolveWalletOptions, type SimulatedWalletOptions } from './walletOptions.ts'

/** A simulated EVM wallet: real keys, real chains, scripted behavior. */
export interface SimulatedWallet extends Placed {
  readonly info: ProviderInfo
  readonly provider: SimulatedProvider
  readonly control: WalletControl
  /** Announces the wallet (EIP-6963), now and on each request from now on. */
  announce(): void
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

  const life: WalletLife<WalletState> = createWalletLife({
    options,
    // A test that puts two wallets with one rdns into a page gives them different names; each has its own memory.
    memoryName: options.rdns,
    errors: walletErrors,
    pages: target,
    prepare: (method, params) => prepareRequest(ctx, method, params),
    slot: promptSlot,
    createState: parts => createWalletState({ ...parts, options }),
  })
  const { state, listeners, play, emit } = life
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

  const provider = createProvider({
    listeners,
    flags: options.flags,
    play,
    isConnected: () => state.snapshot.online,
  })
  const control = createWalletControl({
    ...life,
    disconnect(chainId) {
      if (chainId === undefined) life.disconnect()
      else state.setOnline(false, chainId)
    },
  })
  const info = Object.freeze({
    uuid: options.uuid ?? randomUuid(),
    name: options.name,
    icon: options.icon ?? walletIcon(options.name),
    rdns: options.rdns,
  })
  const announcer = createAnnouncer(target, info, provider)
  const leaveLegacy =
    options.legacy === true && target !== undefined ? putLegacyProvider(target, provider) : undefined
  const wallet = life.place(
    { info, provider, control },
    {
      announce: announcer.announce,
      leave() {
        leaveLegacy?.()
        ended.abort()
        announcer.stop()
      },
    },
  )
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
