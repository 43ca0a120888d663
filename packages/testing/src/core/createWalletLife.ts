import { announceDelay } from './announceTime.ts'
import { systemClock } from './clock.ts'
import type { Act, Stage } from './createConductor.ts'
import { createGate } from './createGate.ts'
import type { Listeners } from './createListeners.ts'
import { createMemory, type Memory } from './createMemory.ts'
import { createScriptedWallet, type ScriptControl } from './createScriptedWallet.ts'
import { exposeWallet } from './exposeWallet.ts'
import type { ResolvedPlace, SharedWalletOptions } from './sharedOptions.ts'

/** What the state of every simulated wallet has. */
export interface LifeState {
  readonly snapshot: { readonly locked: boolean; readonly online: boolean }
  setLocked(locked: boolean): void
  setOnline(online: boolean): void
  /** Takes over what another page of this wallet has remembered. */
  recall?(): void
}

/** What the state of a wallet is made with. */
export interface LifeParts {
  readonly memory: Memory
  /** Sends an event to the site, until the wallet is stopped. */
  emit(event: string, ...values: unknown[]): void
  /** To be called after each change. */
  changed(): void
}

/** How a wallet comes into the page and leaves it. */
export interface LifePlace {
  announce(): void
  leave(): void
}

/** What a wallet gets when it is put in its place. */
export interface Placed {
  announce(): void
  /** Takes the wallet out of the page: there are no more events or answers. */
  stop(): void
}

/** The life of a simulated wallet, whatever its namespace. */
export interface WalletLife<State extends LifeState> {
  readonly state: State
  readonly listeners: Listeners
  /** The controls of its script. */
  readonly base: ScriptControl
  emit(event: string, ...values: unknown[]): void
  /** Plays one request once the wallet is ready. */
  play(method: string, params: unknown): unknown
  /** Lets requests that wait for the lock go on. */
  unlock(): void
  /** The wallet stops working: waiting requests fail, and so does each later one. */
  disconnect(): void
  isStopped(): boolean
  /** Puts the finished wallet where tests find it, and announces it when its options say. */
  place<Wallet extends object>(wallet: Wallet, place: LifePlace): Wallet & Placed
}

/** Makes the life of one wallet; `pages` is where it hears that another page of it has remembered something. */
export function createWalletLife<State extends LifeState>(ctx: {
  readonly options: Omit<SharedWalletOptions, 'storage' | 'target' | 'name'> & Pick<ResolvedPlace, 'storage'>
  /** What it remembers under, unless it has a name to be found by. */
  readonly memoryName: string
  readonly errors: Stage['errors']
  readonly pages?: EventTarget | undefined
  prepare(method: string, params: unknown): Act
  slot(method: string): string | undefined
  createState(parts: LifeParts): State
  /** Sends an event; to the listeners of the wallet unless set. */
  send?(event: string, ...values: unknown[]): void
}): WalletLife<State> {
  const { options, errors, pages } = ctx
  const clock = options.clock ?? systemClock
  const memory = createMemory(options.expose ?? ctx.memoryName, options.storage)
  let isStopped = false

  const scripted = createScriptedWallet({
    clock,
    script: options.script,
    mode: options.mode,
    stage: {
      prepare: ctx.prepare,
      slot: ctx.slot,
      isOffline: () => !state.snapshot.online || isStopped,
      isLocked: () => state.snapshot.locked,
      lock: () => state.setLocked(true),
      unlock: () => unlock(),
      goOffline: () => disconnect(),
      errors,
    },
  })
  const send = ctx.send ?? scripted.listeners.emit
  const emit = (event: string, ...values: unknown[]) => {
    if (!isStopped) send(event, ...values)
  }
  const state = ctx.createState({ memory, emit, changed: scripted.notify })

  function unlock() {
    state.setLocked(false)
    scripted.unlockAll()
  }

  function disconnect() {
    state.setOnline(false)
    scripted.rejectAll(errors.offline())
  }

  function place<Wallet extends object>(wallet: Wallet, { announce, leave }: LifePlace): Wallet & Placed {
    const remembered = (event: Event) => {
      if ('key' in event && event.key === memory.key) state.recall?.()
    }
    const placed = {
      ...wallet,
      announce,
      stop() {
        unexpose?.()
        cancel?.()
        isStopped = true
        leave()
        pages?.removeEventListener('storage', remembered)
        scripted.rejectAll(errors.offline())
        scripted.listeners.clear()
      },
    }
    pages?.addEventListener('storage', remembered)
    const unexpose = options.expose === undefined ? undefined : exposeWallet(options.expose, placed)
    const delay = announceDelay(options.announce)
    const cancel = delay === undefined || delay === 0 ? undefined : clock.after(delay, announce)
    if (delay === 0) announce()
    return placed
  }

  return {
    state,
    listeners: scripted.listeners,
    base: scripted.control,
    emit,
    play: createGate(options.ready, scripted.play),
    unlock,
    disconnect,
    isStopped: () => isStopped,
    place,
  }
}
