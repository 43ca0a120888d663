/** The wanted topics, those that the relay has confirmed on the present socket, and the calls that wait for that. */
import type { LatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { Clock } from '../../engine/base/clock.ts'

export interface Subscriptions {
  readonly size: number
  has(topic: string): boolean
  /** All that are wanted. */
  topics(): readonly string[]
  /** Wants them from now on; resolves when all are confirmed. @throws LatchkeyError of `reject`, APKT004. */
  want(topics: readonly string[]): Promise<void>
  forget(topics: readonly string[]): void
  /** The relay said so. */
  confirm(topics: readonly string[]): void
  /** The relay refused: the calls that wait for one of them are rejected. The topics stay wanted. */
  reject(topics: readonly string[], error: LatchkeyError): void
  rejectAll(error: LatchkeyError): void
  /** A new socket: nothing is confirmed. */
  reset(): void
  expire(): void
}

const patience = 300_000

export function createSubscriptions(clock: Clock): Subscriptions {
  const wanted = new Set<string>()
  const confirmed = new Set<string>()
  let waiting: readonly {
    readonly topics: readonly string[]
    readonly until: number
    readonly resolve: () => void
    readonly reject: (error: LatchkeyError) => void
  }[] = []

  type Waiter = (typeof waiting)[number]
  /** Removes the calls that are done. */
  function settle(isDone: (waiter: Waiter) => boolean, notify: (waiter: Waiter) => void): void {
    const done = waiting.filter(isDone)
    if (done.length === 0) return
    waiting = waiting.filter(waiter => !done.includes(waiter))
    for (const waiter of done) notify(waiter)
  }
  const isConfirmed = (topic: string) => confirmed.has(topic) || !wanted.has(topic)

  return {
    get size() {
      return wanted.size
    },
    has: topic => wanted.has(topic),
    topics: () => [...wanted],
    want(topics) {
      for (const topic of topics) wanted.add(topic)
      if (topics.every(isConfirmed)) return Promise.resolve()
      return new Promise((resolve, reject) => {
        waiting = [...waiting, { topics, until: clock.now() + patience, resolve, reject }]
      })
    },
    forget(topics) {
      for (const topic of topics) {
        wanted.delete(topic)
        confirmed.delete(topic)
      }
      settle(
        waiter => waiter.topics.every(isConfirmed),
        waiter => waiter.resolve(),
      )
    },
    confirm(topics) {
      for (const topic of topics) if (wanted.has(topic)) confirmed.add(topic)
      settle(
        waiter => waiter.topics.every(isConfirmed),
        waiter => waiter.resolve(),
      )
    },
    reject(topics, error) {
      settle(
        waiter => waiter.topics.some(topic => topics.includes(topic)),
        waiter => waiter.reject(error),
      )
    },
    rejectAll(error) {
      settle(
        () => true,
        waiter => waiter.reject(error),
      )
    },
    reset() {
      confirmed.clear()
    },
    expire() {
      const now = clock.now()
      settle(
        waiter => waiter.until <= now,
        waiter => waiter.reject(createError('APKT004', { context: { method: 'subscribe' } })),
      )
    },
  }
}
