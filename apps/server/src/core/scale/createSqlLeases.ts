import type { Logger } from 'pino'
import type { Clock } from '../http/appTypes.ts'
import type { Store } from '../store/store.ts'
import { fenceLease, type LeaseRow, readLease, releaseLease, renewLease, takeLease } from './leaseRow.ts'
import type { Candidacy, Term } from './shared.ts'

export interface SqlLeases {
  lead(name: string, work: (term: Term) => Promise<void>): Candidacy
  /** Looks at once whether a lead was laid down. */
  wake(name: string): void
  /** The names this process stands for, and whether it leads. */
  standing(): readonly { readonly name: string; readonly leads: boolean }[]
  close(): Promise<void>
}

interface Held {
  readonly token: number
  readonly stop: AbortController
  /** When it is given up unless renewed before, by this process's clock. */
  until: number
  work: Promise<void>
  isOver: boolean
}

/** Looks at a lease this often within its time to live. */
const looks = 4
/** The part of its time after which a holder that could not renew stops: before others may begin. */
const safe = 0.75

/**
 * Leads by rows of the database, measured only by each process's own monotonic clock (F39). A holder renews by counting
 * up, and a candidate that has seen no renewal for the lease's time may take it over. A lease with a new holder has
 * another token, by which the old holder's work is refused (`Term.fence`).
 */
export function createSqlLeases(deps: {
  readonly store: Store
  /** Names this process. */
  readonly holder: string
  /** Milliseconds. */
  readonly ttl: number
  readonly clock: Clock
  readonly log: Logger
  /** Notifies other processes that a lead is free. */
  readonly announce: (name: string) => void
}): SqlLeases {
  const { store, holder, ttl, clock, log, announce } = deps
  const standing = new Map<string, { readonly look: () => void; readonly candidacy: Candidacy }>()

  function lead(name: string, work: (term: Term) => Promise<void>): Candidacy {
    let held: Held | undefined
    let seen: { readonly row: LeaseRow | undefined; readonly since: number } | undefined
    let timer: NodeJS.Timeout | undefined
    let looking: Promise<void> | undefined
    let stopping: Promise<void> | undefined

    const look = (): void => {
      clearTimeout(timer)
      looking ??= step()
        .catch(error => log.warn({ lead: name, err: error }, 'lease not reached'))
        .finally(() => {
          looking = undefined
          if (stopping === undefined) timer = setTimeout(look, ttl / looks)
        })
    }

    async function step(): Promise<void> {
      if (held === undefined) return stand()
      const asked = clock()
      // A timer of its own: the question below may hang longer than the lease lasts.
      const late = setTimeout(() => drop('lead lost: not renewed in time'), Math.max(0, held.until - asked))
      try {
        if (held.isOver) await layDown(held)
        else if (await renewLease(store, name, held.token)) held.until = asked + ttl * safe
        else drop('lead lost: another took over')
      } finally {
        clearTimeout(late)
        if (held !== undefined && clock() >= held.until) drop('lead lost: not renewed in time')
      }
    }

    async function stand(): Promise<void> {
      const row = await readLease(store, name)
      const now = clock()
      const isSame = seen !== undefined && row?.token === seen.row?.token && row?.beat === seen.row?.beat
      if (!isSame || seen === undefined) seen = { row, since: now }
      const isSilent = row !== undefined && now - seen.since >= row.ttl
      if (row !== undefined && row.holder !== '' && !isSilent) return
      const token = await takeLease(store, { name, holder, ttl }, row)
      if (token === undefined) return
      if (stopping === undefined) begin(token, now)
      else await releaseLease(store, name, token)
    }

    function begin(token: number, asked: number): void {
      const stop = new AbortController()
      const mine: Held = { token, stop, until: asked + ttl * safe, isOver: false, work: Promise.resolve() }
      held = mine
      log.info({ lead: name, token }, 'leads')
      mine.work = Promise.resolve()
        .then(() => {
          if (stop.signal.aborted) return undefined
          return work({ signal: stop.signal, fence: [fenceLease(store, name, token)] })
        })
        .catch(error => {
          if (stop.signal.aborted) return
          log.error({ lead: name, err: error }, 'work failed')
          mine.isOver = true
        })
    }

    function drop(reason: string): void {
      if (held === undefined) return
      log.warn({ lead: name, token: held.token }, reason)
      held.stop.abort()
      held = undefined
      seen = undefined
    }

    async function layDown(mine: Held): Promise<void> {
      mine.stop.abort()
      await mine.work
      if (held === mine) held = undefined
      seen = undefined
      await releaseLease(store, name, mine.token)
      announce(name)
    }

    const candidacy: Candidacy = {
      get leads() {
        return held !== undefined && clock() < held.until
      },
      stop() {
        stopping ??= (async () => {
          clearTimeout(timer)
          standing.delete(name)
          await looking
          clearTimeout(timer)
          // If it cannot be laid down, it runs out.
          if (held !== undefined) await layDown(held).catch(() => {})
        })()
        return stopping
      },
    }
    if (standing.has(name)) throw new Error(`This process stands for "${name}" already`)
    standing.set(name, { look, candidacy })
    look()
    return candidacy
  }

  return {
    lead,
    wake: name => standing.get(name)?.look(),
    standing: () => [...standing].map(([name, { candidacy }]) => ({ name, leads: candidacy.leads })),
    async close() {
      await Promise.all([...standing.values()].map(({ candidacy }) => candidacy.stop()))
    },
  }
}
