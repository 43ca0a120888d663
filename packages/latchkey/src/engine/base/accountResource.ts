import type { Clock } from './clock.ts'
import { createMachine, type Machine } from './machine.ts'
import { orAborted } from './orAborted.ts'
import { type PageSight, pageSight } from './pageSight.ts'
import { poll } from './poll.ts'
import {
  type ResourceEntry,
  type ResourceEvent,
  type ResourceState,
  resourceTransition,
} from './resourceTransition.ts'

/** What a resource needs of an engine. */
export interface ResourceContext {
  readonly clock: Clock
  /** Ends with the engine: nothing is read or reported after it. */
  readonly signal: AbortSignal
  /** Calls `changed` when another account or network may have become the active one. Absent where there is only one key. */
  readonly connections?: { subscribe(changed: () => void): () => void } | undefined
  readonly isInPage?: (() => boolean | undefined) | undefined
}

/** Whom a question is about. */
export interface Subject {
  /** Where its answer belongs: the CAIP-10 address for what an account has on a network. */
  readonly key: string
}

export interface ReadOptions {
  /** Aborts when the last caller has given up. */
  readonly signal: AbortSignal
  /** Caches on the way are to be passed by. */
  readonly force: boolean
  /** Where the page begins; absent for the first. */
  readonly cursor: string | undefined
}

export interface ResourceOptions<Of extends Subject, Data, Answer> {
  /** The current account; undefined without one. */
  readonly subject: () => Of | undefined
  /** Asks for one answer. What it throws is the failure. */
  readonly read: (of: Of, options: ReadOptions) => Promise<Answer>
  /** What is known after an answer: `before` is what was known as it came, `cursor` the page's. */
  readonly join: (before: Data | undefined, answer: Answer, cursor: string | undefined) => Data
  /** Milliseconds for which an answer is not asked for again, unless forced (SPEC §9). */
  readonly fresh: number
  /** Milliseconds for which nothing is asked after a failure, unless forced (SPEC §5). */
  readonly retryGap: number
  /**
   * What a forced question does with one under way, whose answer may be from before: it takes its place (`overtakes`), or
   * is asked after it (`follows`) where the pending question cannot be taken back. Default 'overtakes'.
   */
  readonly forced?: 'overtakes' | 'follows'
  /** What becomes of a question when another account is looked at: it is let go, or finished for its own key. Default 'dropped'. */
  readonly leaving?: 'dropped' | 'finished'
  /** The fate of the known data when a question fails. Default 'kept', with its age (F20). */
  readonly failing?: 'kept' | 'cleared'
  /** How many keys are remembered. Default 8. */
  readonly most?: number
  /** Where the next page begins; undefined at the end. Absent where there are no pages. */
  readonly cursor?: (data: Data) => string | undefined
  /** What the store remembers of it, with the time it was read; asked for once, before the first question. Never rejects. */
  readonly recall?: (of: Of) => Promise<{ readonly data: Data; readonly at: number } | undefined>
  /** Whether a source can be reached; if not, a read fails at once without a request. Default always. */
  readonly isReachable?: () => boolean
  /**
   * Milliseconds from the end of one question to the next while the resource is watched; undefined where a caller has to
   * ask. Absent: a watched resource is read when it is looked at, not again by itself.
   */
  readonly every?: (entry: ResourceEntry<Data>) => number | undefined
  /** A question that only watching asked leaves the shown data as it is when it fails. */
  readonly quiet?: boolean
  /** Handles a new answer, or recalled data. Called once it is in the state. */
  readonly answered?: (
    of: Of,
    data: Data,
    from: { readonly answer?: Answer; readonly cursor?: string },
  ) => void
  /** Called with each reported failure. */
  readonly failed?: (of: Of, cause: unknown) => void
  /** Default: the page it runs in. */
  readonly sight?: PageSight
}

export interface RefreshOptions<Of extends Subject> {
  /** Asks although the known data is fresh, or a question failed a moment ago. */
  readonly force?: boolean
  /** Default: who is looked at now. */
  readonly of?: Of | undefined
  readonly quiet?: boolean
}

/** Why a question was not answered. */
export interface Failure {
  readonly cause: unknown
}

/** A value by account: callers share one request, and the newest answer wins. */
export interface AccountResource<Data, Of extends Subject = Subject> {
  readonly machine: Pick<Machine<ResourceState<Data>, never>, 'getState' | 'subscribe'>
  /** What is known of who is looked at now. */
  entry(): ResourceEntry<Data> | undefined
  /** Reads the beginning, unless it is fresh or failed a moment ago. Never rejects: answers the failure, if it is one. */
  refresh(options?: RefreshOptions<Of>): Promise<Failure | undefined>
  /** Reads the next page, if there is one, after the pending question. */
  more(): Promise<Failure | undefined>
  /** Keeps the value fresh while the page is visible. Returns the stop. */
  watch(): () => void
}

interface Run {
  readonly force: boolean
  readonly more: boolean
  readonly ending: AbortController
  /** The question that this one is asked after, or instead of. */
  before: Run | undefined
  /** The question that took its place. */
  next?: Run
  isAsked: boolean
  done: Promise<Failure | undefined>
}

/** Makes a resource. It ends with `ctx.signal`. */
export function accountResource<Of extends Subject, Data, Answer>(
  ctx: ResourceContext,
  options: ResourceOptions<Of, Data, Answer>,
): AccountResource<Data, Of> {
  const { clock, signal: life } = ctx
  const { most = 8, sight = pageSight() } = options
  const machine = createMachine<ResourceState<Data>, ResourceEvent<Data>>(
    { key: subject()?.key, entries: {} },
    resourceTransition,
  )
  const runs = new Map<string, Run>()
  const recalled = new Set<string>()
  let tickets = 0

  const off = ctx.connections?.subscribe(follow)
  life.addEventListener('abort', () => {
    off?.()
    for (const run of runs.values()) end(run)
  })

  function subject(): Of | undefined {
    return life.aborted ? undefined : options.subject()
  }

  function entryOf(key: string | undefined): ResourceEntry<Data> | undefined {
    return key === undefined ? undefined : machine.getState().entries[key]
  }

  /** Takes up who is looked at now. */
  function follow(): void {
    if (life.aborted) return
    const key = subject()?.key
    if (key === machine.getState().key) return
    if (options.leaving !== 'finished') {
      for (const [other, run] of [...runs]) {
        if (other === key) continue
        runs.delete(other)
        end(run)
        machine.dispatch({ type: 'dropped', key: other })
      }
    }
    machine.dispatch({ type: 'moved', key, most })
    for (const other of recalled) if (other !== key && !entryOf(other)) recalled.delete(other)
  }

  /** Lets a question go, with those it was to be asked after. */
  function end(run: Run | undefined): void {
    for (let each = run; each; each = each.before) each.ending.abort()
  }

  /** Later callers start a new request. */
  function over(key: string, run: Run): void {
    if (runs.get(key) === run) runs.delete(key)
  }

  function isHeld(key: string): boolean {
    const entry = entryOf(key)
    const now = clock.now()
    if (entry?.failed) {
      // A clock that was put right leaves times of the future behind (F38).
      const hold = entry.failed.retryAt - now
      return hold > 0 && hold <= options.retryGap
    }
    return entry?.at !== undefined && Math.abs(now - entry.at) < options.fresh
  }

  /** Whether the store may know more of it. */
  function isForgotten(key: string): boolean {
    return options.recall !== undefined && !recalled.has(key)
  }

  async function recall(of: Of): Promise<void> {
    recalled.add(of.key)
    const known = await options.recall?.(of)
    if (!known || life.aborted || entryOf(of.key)?.data !== undefined) return
    machine.dispatch({ type: 'recalled', key: of.key, ...known })
    options.answered?.(of, known.data, {})
  }

  async function ask(of: Of, run: Run, quiet: boolean, cursor?: string): Promise<Failure | undefined> {
    const { key } = of
    const { signal } = run.ending
    const ticket = ++tickets
    run.isAsked = true
    machine.dispatch({ type: 'asked', key, ticket, more: cursor !== undefined, most })
    const fail = (cause: unknown, gap: number): Failure => {
      const at = clock.now()
      const clears = options.failing === 'cleared'
      over(key, run)
      machine.dispatch({ type: 'failed', key, ticket, at, retryAt: at + gap, clears, quiet })
      if (!quiet) options.failed?.(of, cause)
      return { cause }
    }
    // A page that reaches no source has not asked, so it asks at once when it does.
    if (options.isReachable?.() === false) return fail(undefined, 0)
    try {
      const answer = await orAborted(options.read(of, { signal, force: run.force, cursor }), signal)
      if (signal.aborted) return run.next?.done
      const data = options.join(entryOf(key)?.data, answer, cursor)
      over(key, run)
      machine.dispatch({ type: 'answered', key, ticket, data, at: clock.now() })
      options.answered?.(of, data, { answer, ...(cursor !== undefined && { cursor }) })
      return undefined
    } catch (cause) {
      // A caller that waits for an overtaken question waits for the one that took its place.
      return signal.aborted ? run.next?.done : fail(cause, options.retryGap)
    }
  }

  async function work(of: Of, run: Run, quiet: boolean): Promise<Failure | undefined> {
    const { signal } = run.ending
    if (run.before && !run.before.ending.signal.aborted) await run.before.done
    run.before = undefined
    if (!run.more && isForgotten(of.key)) await recall(of)
    if (signal.aborted) return run.next?.done
    if (!run.more) return run.force || !isHeld(of.key) ? ask(of, run, quiet) : undefined
    const { data } = entryOf(of.key) ?? {}
    const cursor = data === undefined ? undefined : options.cursor?.(data)
    return cursor === undefined ? undefined : ask(of, run, quiet, cursor)
  }

  function start(of: Of, { force = false, more = false, quiet = false }): Promise<Failure | undefined> {
    const before = runs.get(of.key)
    const run: Run = {
      force,
      more,
      before,
      ending: new AbortController(),
      isAsked: false,
      done: Promise.resolve(undefined),
    }
    runs.set(of.key, run)
    if (before && force && options.forced !== 'follows') {
      before.next = run
      end(before)
    }
    run.done = work(of, run, quiet).finally(() => over(of.key, run))
    return run.done
  }

  function refresh({
    force = false,
    quiet = false,
    of,
  }: RefreshOptions<Of> = {}): Promise<Failure | undefined> {
    follow()
    const about = life.aborted ? undefined : (of ?? subject())
    if (!about) return Promise.resolve(undefined)
    const before = runs.get(about.key)
    // One that is forced and not asked yet is asked in time for this one as well.
    if (before && (!force || (before.force && !before.isAsked))) return before.done
    if (!before && !force && !isForgotten(about.key) && isHeld(about.key)) return Promise.resolve(undefined)
    return start(about, { force, quiet })
  }

  const resource: AccountResource<Data, Of> = {
    machine,
    entry: () => entryOf(subject()?.key),
    refresh,
    more() {
      follow()
      const of = subject()
      if (!of || !options.cursor) return Promise.resolve(undefined)
      const before = runs.get(of.key)
      return before?.more ? before.done : start(of, { more: true })
    },
    watch() {
      let isFirst = true
      return poll(ctx, {
        sight,
        async refresh() {
          const quiet = options.quiet === true && !isFirst && resource.entry()?.data !== undefined
          isFirst = false
          await refresh({ quiet })
        },
        dueAt() {
          const entry = resource.entry()
          const gap = entry && options.every?.(entry)
          const now = clock.now()
          return gap === undefined ? Number.POSITIVE_INFINITY : Math.min(lastOf(entry) ?? now, now) + gap
        },
      })
    },
  }
  return resource
}

function lastOf(entry: ResourceEntry<unknown> | undefined): number | undefined {
  return entry?.triedAt ?? entry?.at
}
