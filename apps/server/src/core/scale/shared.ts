import type { CompiledQuery } from 'kysely'

/**
 * Takes `cost` tokens from a key's bucket: 0, or the whole seconds after which that many are there. In this process's
 * memory the answer is there at once, else it takes one round trip.
 */
export type RateLimiter = (key: string, cost: number) => number | Promise<number>

/** How fast a key may go. */
export interface RateRule {
  /** Keeps the buckets of two rules apart. */
  readonly name: string
  readonly perSecond: number
  readonly burst: number
  /**
   * While the shared buckets cannot be reached, `open` counts in this process alone; `closed` refuses with APKT009 and
   * status 503, for codes, shares and mail (T104).
   */
  readonly whenDown: 'open' | 'closed'
}

/** What the one process that leads is given. */
export interface Term {
  /** Fires when the lead is lost or laid down: stop at once, another process may be at work already. */
  readonly signal: AbortSignal
  /**
   * Put it first in each batch of the work: once another process has taken over, the whole batch is refused with
   * StoreError `constraint`, however late this one notices. Empty where no other process can take over.
   */
  readonly fence: readonly CompiledQuery[]
}

/** A candidacy for a lead. */
export interface Candidacy {
  /** Whether this process leads now. */
  readonly leads: boolean
  /** Aborts the work, waits for it, and hands the lead to the next candidate. */
  stop(): Promise<void>
}

/**
 * Hears what any process of the installation published, this one included. `undefined` says that something may have
 * been missed (a connection was lost): forget whatever the messages would have told to forget.
 */
export type Listener = (message: string | undefined) => void

/** What the processes of one installation share; with one process it is this process's memory. */
export interface Shared {
  limiter(rule: RateRule): RateLimiter
  /**
   * Runs the work in one process at a time. It starts when this process is elected; when it throws, it is logged and
   * the lead is laid down; when it returns, the process stays leader and idle until it stops.
   */
  lead(name: string, work: (term: Term) => Promise<void>): Candidacy
  /** What this process stands for, and whether it leads. */
  leads(): readonly { readonly name: string; readonly leads: boolean }[]
  /**
   * Notifies every process, after the write it reports was acknowledged. At most 1,000 characters.
   * @throws when the others cannot be notified now. A process that missed it does not learn of that, so
   * repeat a message that must arrive. A channel with a `/` in its name costs nothing in a process that does not
   * subscribe to it.
   */
  publish(channel: string, message: string): Promise<void>
  /**
   * Whether messages arrive now. While they do not, nothing may be answered from what a message would have made
   * forgotten.
   */
  readonly isListening: boolean
  /** Listens from the moment on at which the returned promise resolves; calling what it yields ends it. */
  subscribe(channel: string, listener: Listener): Promise<() => void>
  /** Lays down all leads and stands for none any more; limits and messages go on. */
  resign(): Promise<void>
  /** Resigns, and lets go of connections. */
  close(): Promise<void>
}
