import { createError } from '../contract/errors/createError.ts'
import type { ErrorCode } from '../contract/errors/table.ts'
import {
  chooseFrameProtocol,
  type FrameCallName,
  type FrameEventName,
  type FrameRefusal,
  frameCalls,
  frameProtocol,
  readFrameAnswer,
  readFrameMessage,
  readFrameReport,
  readFrameWelcome,
} from '../contract/frame.ts'
import { limits } from '../contract/limits.ts'
import type { Clock } from '../engine/base/clock.ts'
import type { FrameChannel, FrameEdges, FramePort, FrameState, HeardMessage } from './frame.ts'
import { toFrameError } from './toFrameError.ts'

export interface FrameChannelOptions {
  /** The wallet's origin: the only one that is heard and spoken to. */
  readonly origin: string
  readonly projectId: string
  readonly edges: FrameEdges
  readonly clock: Clock
  /** A fresh UUID; it names a request and grants nothing (T04). */
  readonly uuid: () => string
}

/** The channel with the calls that only the owner of the iframe makes. */
export interface OwnedFrameChannel extends FrameChannel {
  /** The iframe loaded a document. After the first one, an unrequested load means that the frame is lost. */
  loaded(): void
  /** The iframe is not in the page any more. */
  lost(): void
  /** Waits for another report, as after RELOAD. */
  restart(): void
  destroy(): void
}

interface Pending {
  readonly name: FrameCallName
  settle(answer: { readonly payload: unknown } | { readonly error: unknown }): void
}

const refusalCodes: Readonly<Record<FrameRefusal, ErrorCode>> = {
  project: 'APKT007',
  origin: 'APKT002',
  opaque: 'APKT002',
  ancestor: 'APKT002',
  'same-site': 'APKT005',
}

/** For the developer of the page. */
const invalid =
  '[latchkey] A message in the name of the wallet frame is none that the frame may send, and was dropped. Further ones are dropped without a word.'

/**
 * Speaks with the wallet frame: a report of the frame's own window and exact origin, then a port, and nothing is heard by
 * window any more (T01). Whatever else speaks in the frame's name is counted and dropped, with a warning (SPEC §8).
 */
export function createFrameChannel(options: FrameChannelOptions): OwnedFrameChannel {
  const { origin, projectId, edges, clock, uuid } = options
  const listeners = new Map<FrameEventName, Set<(payload: never) => void>>()
  const pending = new Map<string, Pending>()
  let state: FrameState = 'loading'
  let dropped = 0
  let isWarned = false
  let isLoaded = false
  let isDestroyed = false
  let abilities: readonly string[] = []
  let port: FramePort | undefined
  let failure: unknown
  let stop = () => {}
  let greeted: PromiseWithResolvers<FramePort>
  let ready: PromiseWithResolvers<void>

  function drop(isInvalid = true): void {
    dropped += 1
    // Once: an attacker can forge thousands.
    if (isInvalid && !isWarned) console.warn(invalid)
    isWarned ||= isInvalid
  }

  function start(): void {
    state = 'loading'
    abilities = []
    greeted = promise()
    ready = promise()
    // Callers get the failure; without one it must not be an unhandled rejection.
    greeted.promise.catch(() => {})
    ready.promise.catch(() => {})
    const stopTimer = clock.setTimeout(
      () => fail(createError(isLoaded ? 'IFRAME_TIMEOUT' : 'IFRAME_LOAD_FAILED', { context: { origin } })),
      limits.frameLoad,
    )
    const stopListening = edges.listen(hear)
    stop = () => {
      stopTimer()
      stopListening()
    }
    function hear({ data, origin: from, source }: HeardMessage): void {
      if (!claimsToBeFrame(data)) return
      const isOurs = edges.isFrame(source)
      const report = isOurs && from === origin ? readFrameReport(data) : undefined
      if (!report) {
        // The frame of another widget says the same to the same page.
        drop(isOurs || from !== origin)
        return
      }
      stopListening()
      if (report.type === '@latchkey-frame/FRAME_REFUSED') {
        const { reason } = report.payload
        fail(createError(refusalCodes[reason], { context: { reason, frame: origin } }))
        return
      }
      greet(report.payload.protocol)
    }
  }

  function greet(theirs: readonly [number, number]): void {
    if (chooseFrameProtocol(theirs) === undefined) {
      fail(createError('FRAME_UNSUPPORTED', { context: { protocol: theirs.join('–') } }))
      return
    }
    const id = uuid()
    const near = edges.greet(
      {
        type: '@latchkey-app/HELLO',
        id,
        payload: { protocol: [frameProtocol.min, frameProtocol.max], sdk: limits.sdkVersion, projectId },
      },
      origin,
    )
    port = near
    near.hear(message => (state === 'loading' ? welcome(near, id, message) : receive(message)))
  }

  function welcome(near: FramePort, id: string, message: unknown): void {
    const read = readFrameMessage(message)
    if (read.is === 'error' && read.id === id) {
      fail(toFrameError(read.error, 'HELLO'))
      return
    }
    const words = read.is === 'answer' && read.id === id ? readFrameWelcome(read.payload) : undefined
    if (!words) {
      drop()
      return
    }
    stop()
    state = 'reported'
    abilities = words.abilities
    greeted.resolve(near)
    stop = clock.setTimeout(() => {
      state = 'ready'
      ready.resolve()
    }, limits.frameReady)
  }

  function emit(name: FrameEventName, payload: unknown): void {
    for (const listener of listeners.get(name) ?? []) {
      try {
        listener(payload as never)
      } catch {
        // One listener's fault is no other's.
      }
    }
  }

  function receive(message: unknown): void {
    const read = readFrameMessage(message)
    if (read.is === 'event') emit(read.name, read.payload)
    else if (read.is === 'malformed') drop()
    else {
      const asked = pending.get(read.id)
      // It may be the answer to a request that was given up meanwhile.
      if (!asked || read.name !== asked.name) drop(false)
      else
        asked.settle(
          read.is === 'answer' ? { payload: read.payload } : { error: toFrameError(read.error, read.name) },
        )
    }
  }

  function fail(error: unknown): void {
    stop()
    state = 'failed'
    failure = error
    port?.close()
    port = undefined
    greeted.reject(error)
    ready.reject(error)
    for (const each of [...pending.values()]) each.settle({ error })
    // The lost frame draws nothing any more (F29).
    emit('AREA', { screen: null, size: 0 })
  }

  const lose = () => fail(createError('IFRAME_LOAD_FAILED', { context: { origin } }))

  start()
  return {
    get state() {
      return state
    },
    get dropped() {
      return dropped
    },
    whenReady: () => (state === 'failed' ? Promise.reject(failure) : ready.promise),
    can: name => abilities.includes(name),
    async request(name, payload, { signal } = {}) {
      const near = await greeted.promise
      if (state === 'failed') throw failure
      if (signal?.aborted) throw createError('RPC_ABORTED', { context: { name } })
      const id = uuid()
      const { promise: settled, resolve } = promise<Parameters<Pending['settle']>[0]>()
      pending.set(id, { name, settle: resolve })
      const { timeout } = frameCalls[name]
      const stopTimer =
        timeout === null
          ? () => {}
          : clock.setTimeout(
              () => resolve({ error: createError('IFRAME_TIMEOUT', { context: { name } }) }),
              timeout,
            )
      const abort = () => resolve({ error: createError('RPC_ABORTED', { context: { name } }) })
      signal?.addEventListener('abort', abort)
      try {
        near.post({ type: `@latchkey-app/${name}`, id, payload })
        const result = await settled
        if ('error' in result) throw result.error
        const answer = readFrameAnswer(name, result.payload)
        if (answer) return answer
        drop()
        throw createError('FRAME_ERROR', { context: { name } })
      } finally {
        pending.delete(id)
        stopTimer()
        signal?.removeEventListener('abort', abort)
      }
    },
    on(name, listener) {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all)
      all.add(listener)
      return () => all.delete(listener)
    },
    loaded() {
      // Something else than what greeted us is in the iframe now, and holds no port of ours.
      if (isLoaded && state !== 'loading') lose()
      isLoaded = true
    },
    lost() {
      if (state !== 'failed') lose()
    },
    restart() {
      if (isDestroyed) return
      fail(createError('RPC_ABORTED'))
      isLoaded = false
      start()
    },
    destroy() {
      if (isDestroyed) return
      isDestroyed = true
      fail(createError('DESTROYED'))
      listeners.clear()
    },
  }
}

function claimsToBeFrame(data: unknown): boolean {
  const type = typeof data === 'object' && data !== null ? (data as { type?: unknown }).type : undefined
  return typeof type === 'string' && type.startsWith('@latchkey-frame/')
}

/** `Promise.withResolvers`, which the oldest browsers of the widget lack. */
function promise<T>(): PromiseWithResolvers<T> {
  let resolvers!: Pick<PromiseWithResolvers<T>, 'resolve' | 'reject'>
  const promise = new Promise<T>((resolve, reject) => {
    resolvers = { resolve, reject }
  })
  return { promise, ...resolvers }
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (reason: unknown) => void
}
