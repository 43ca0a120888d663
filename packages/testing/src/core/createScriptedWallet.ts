import { type Clock, systemClock } from './clock.ts'
import { type Act, createConductor, type PromptMode, type Stage } from './createConductor.ts'
import { createListeners, type Listeners } from './createListeners.ts'
import { type Approval, createPendingList, type PendingRequest } from './createPendingList.ts'
import { createRequestLog, type RequestRecord } from './createRequestLog.ts'
import { createScript, type WalletScript } from './createScript.ts'
import { createSignal } from './createSignal.ts'
import type { Outcome } from './outcome.ts'

/** What a wait accepts, and for how long it waits. */
export interface WaitOptions {
  /** Only requests that came after the one with this id. */
  readonly after?: number
  /** Only requests that have been answered or have failed. */
  readonly settled?: boolean
  /** Milliseconds; 5000 unless set. */
  readonly timeout?: number
}

/** The controls that every simulated wallet has, whatever its namespace. */
export interface ScriptControl {
  /** What the wallet does with prompts for which nothing was scripted; `approve` unless set. */
  mode: PromptMode
  /** Requests seen so far, oldest first, at most 500; a new list after each change. */
  readonly requests: readonly RequestRecord[]
  /** Requests that wait inside the wallet; a new list after each change. */
  readonly pending: readonly PendingRequest[]
  /** Queues an outcome for the next request of `method` (`'*'` for any). Throws TypeError for an unknown outcome. */
  next(method: string, outcome: Outcome): void
  /** Sets the outcome of all requests of `method` (`'*'` for any). Throws TypeError for an unknown outcome. */
  always(method: string, outcome: Outcome): void
  /** Makes the wallet honest again: forgets the script and the log, and restores the first mode. */
  reset(): void
  setMode(mode: PromptMode): void
  /** Approves a waiting request, the oldest without `id`. Throws when none waits. */
  approve(id?: number, approval?: Approval): void
  /** Rejects a waiting request with 4001, the oldest without `id`. Throws when none waits. */
  reject(id?: number, message?: string): void
  /** Lets slow requests go on, all or those of one method. */
  release(method?: string): void
  /** Number of listeners that the site has on the wallet, for leak tests. */
  listenerCount(event?: string): number
  /** Waits for a request of `method` that came, or comes, to the wallet. Throws when none does in time. */
  waitForRequest(method: string, options?: WaitOptions): Promise<RequestRecord>
  /** Waits until a request, of `method` or any, waits inside the wallet. Throws when none does in time. */
  waitForPending(method?: string, options?: WaitOptions): Promise<PendingRequest>
  /** Calls `listener` after each change of the log, the pending list or the wallet's state. */
  subscribe(listener: () => void): () => void
}

/** The namespace-neutral part of a simulated wallet; a namespace adds the meaning of its requests. */
export interface ScriptedWallet {
  readonly clock: Clock
  readonly listeners: Listeners
  readonly control: ScriptControl
  /** Plays one request; throws when the script says so. */
  play(method: string, params: unknown): unknown
  /** Rejects every waiting request. */
  rejectAll(error: unknown): void
  /** Lets requests that wait for the lock go on. */
  unlockAll(): void
  notify(): void
}

/** Creates the namespace-neutral part of a simulated wallet over a namespace's `stage`. */
export function createScriptedWallet(options: {
  readonly stage: Omit<Stage, 'prepare'> & {
    prepare(method: string, params: unknown): Act
    /** Unlocks the wallet, because the visitor approved a request that waited for it. */
    unlock(): void
  }
  readonly script?: WalletScript | undefined
  readonly mode?: PromptMode | undefined
  readonly clock?: Clock | undefined
}): ScriptedWallet {
  const { stage, clock = systemClock } = options
  const firstMode = options.mode ?? 'approve'
  const signal = createSignal()
  const log = createRequestLog(clock, signal.notify)
  const pending = createPendingList(signal.notify)
  const script = createScript(options.script)
  const listeners = createListeners()
  const conductor = createConductor({ stage, script, log, pending, listeners, clock, mode: firstMode })

  function pendingRequest(id: number | undefined): PendingRequest {
    const found = id === undefined ? pending.requests[0] : pending.requests.find(request => request.id === id)
    if (found === undefined) {
      throw new Error(id === undefined ? 'No request is waiting.' : `No request ${id} is waiting.`)
    }
    return found
  }

  function setMode(mode: PromptMode) {
    if (!['approve', 'ask', 'reject'].includes(mode)) {
      throw new TypeError(`Unknown mode "${String(mode)}". Use approve, ask or reject.`)
    }
    conductor.mode = mode
    signal.notify()
  }

  function waitUntil<Found>(what: string, ms = 5_000, find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = find()
        if (found === undefined) return false
        stop()
        cancel()
        resolve(found)
        return true
      }
      const stop = signal.subscribe(check)
      const cancel = clock.after(ms, () => {
        stop()
        reject(new Error(`The wallet did not see ${what} within ${ms} ms.`))
      })
      check()
    })
  }

  const control: ScriptControl = {
    get mode() {
      return conductor.mode
    },
    set mode(mode) {
      setMode(mode)
    },
    get requests() {
      return log.records
    },
    get pending() {
      return pending.requests
    },
    next: script.next,
    always: script.always,
    setMode,
    reset() {
      script.reset()
      conductor.mode = firstMode
      log.clear()
    },
    approve(id, approval) {
      const request = pendingRequest(id)
      pending.approve(request.id, approval)
      if (request.reason === 'locked') stage.unlock()
    },
    reject(id, message) {
      pending.reject(pendingRequest(id).id, stage.errors.rejected(message))
    },
    release(method) {
      for (const request of pending.requests) {
        if (request.reason === 'slow' && (method === undefined || request.method === method)) {
          pending.approve(request.id)
        }
      }
    },
    listenerCount: event => listeners.count(event),
    waitForRequest: (method, options = {}) =>
      waitUntil(`a request of ${method}`, options.timeout, () =>
        log.records.find(
          record =>
            record.method === method &&
            record.id > (options.after ?? 0) &&
            (options.settled !== true || record.status !== 'pending'),
        ),
      ),
    waitForPending: (method, options = {}) =>
      waitUntil('a waiting request', options.timeout, () =>
        pending.requests.find(
          request => (method === undefined || request.method === method) && request.id > (options.after ?? 0),
        ),
      ),
    subscribe: signal.subscribe,
  }
  setMode(firstMode)

  return {
    clock,
    listeners,
    control,
    play: conductor.play,
    rejectAll(error) {
      for (const request of pending.requests) pending.reject(request.id, error)
    },
    unlockAll() {
      for (const request of pending.requests) {
        if (request.reason === 'locked') pending.approve(request.id)
      }
    },
    notify: signal.notify,
  }
}
