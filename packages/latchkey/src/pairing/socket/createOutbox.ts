/** Calls to the relay that are not answered yet; they outlive the socket they were sent on (F02). */
import type { LatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { Clock } from '../../engine/base/clock.ts'

export interface RelayCall {
  /** 19 digits; the same for each time that it is sent. */
  readonly id: string
  readonly method: string
  readonly params: unknown
  /** Milliseconds since the epoch after which it is no longer awaited. */
  readonly expiry: number
}

export interface Outbox {
  readonly size: number
  /** Adds a call, or joins the one of that id. `isNew` says that it has to be sent. */
  add(call: RelayCall): { readonly answer: Promise<unknown>; readonly isNew: boolean }
  /** The waiting calls, in the order they were added. */
  calls(): readonly RelayCall[]
  answer(id: string, result: unknown): void
  fail(id: string, error: LatchkeyError): void
  failAll(error: LatchkeyError): void
  /** Gives up what is past its time: APKT004. */
  expire(): void
}

export function createOutbox(clock: Clock): Outbox {
  const waiting = new Map<string, Deferred & { readonly call: RelayCall }>()
  const take = (id: string) => {
    const found = waiting.get(id)
    waiting.delete(id)
    return found
  }
  return {
    get size() {
      return waiting.size
    },
    add(call) {
      const known = waiting.get(call.id)
      if (known) return { answer: known.promise, isNew: false }
      const entry = { ...withResolvers(), call }
      // The caller of `add` gets the error; the page's console must not report it as unhandled.
      entry.promise.catch(() => undefined)
      waiting.set(call.id, entry)
      return { answer: entry.promise, isNew: true }
    },
    calls: () => [...waiting.values()].map(({ call }) => call),
    answer: (id, result) => take(id)?.resolve(result),
    fail: (id, error) => take(id)?.reject(error),
    failAll(error) {
      for (const id of [...waiting.keys()]) take(id)?.reject(error)
    },
    expire() {
      const now = clock.now()
      for (const [id, { call }] of [...waiting]) {
        if (call.expiry <= now) take(id)?.reject(createError('APKT004', { context: { method: call.method } }))
      }
    },
  }
}

interface Deferred {
  readonly promise: Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (cause: unknown) => void
}

/** `Promise.withResolvers`, which browsers of 2023 lack. */
function withResolvers(): Deferred {
  let resolve: (value: unknown) => void = () => {}
  let reject: (cause: unknown) => void = () => {}
  const promise = new Promise<unknown>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
