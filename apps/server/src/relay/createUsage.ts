import { sql } from 'kysely'
import type { Clock } from '../http/appTypes.ts'
import type { Store } from '../store/store.ts'

/** Milliseconds between two measurements. */
const pause = 60_000
/**
 * The part of a project's bytes that an address gets in a day once half of them are taken. What is kept longest goes after
 * 30 days: whoever took that half alone, and these ever since, leaves others a fifth.
 */
const dailyPart = 1 / 100
const oneDay = 86_400_000
/** Addresses that are counted so, of all projects. */
const mostAddresses = 100_000

/** How much each project keeps in its mailboxes (T90). */
export interface Usage {
  /** Whether the project may keep that many bytes more of this address; if so, they count from now on. */
  take(project: string, bytes: number, address: string): boolean
  /** Looks into the store, where other processes' messages and those that went are. @throws StoreError */
  measure(): Promise<void>
  stop(): void
}

/**
 * Counts what this process took, and measures once a minute: a quota may be passed by what several processes take
 * within that minute.
 */
export function createUsage(deps: {
  readonly store: Pick<Store, 'db'>
  /** Bytes of a project. */
  readonly most: number
  readonly clock: Clock
  readonly onFailure: (error: unknown) => void
}): Usage {
  let measured: ReadonlyMap<string, number> = new Map()
  let taken = new Map<string, number>()
  /** What an address took of a project beyond its half. */
  const late = new Map<string, number>()
  let lateSince = deps.clock()

  const takeLate = (project: string, bytes: number, address: string): boolean => {
    if (deps.clock() - lateSince >= oneDay) {
      late.clear()
      lateSince = deps.clock()
    }
    const key = `${address} ${project}`
    const own = (late.get(key) ?? 0) + bytes
    if (own > deps.most * dailyPart) return false
    late.set(key, own)
    if (late.size > mostAddresses) late.delete(late.keys().next().value as string)
    return true
  }

  const measure = async (): Promise<void> => {
    // What is taken while it is measured counts twice at most, until the next time.
    const since = new Map<string, number>()
    const before = taken
    taken = since
    try {
      const rows = await deps.store.db
        .selectFrom('relay_messages')
        .select(['project_id as project', sql<number>`CAST(sum(bytes) AS bigint)`.as('bytes')])
        .groupBy('project_id')
        .execute()
      measured = new Map(rows.map(({ project, bytes }) => [project, Number(bytes)]))
    } catch (error) {
      for (const [project, bytes] of before) since.set(project, (since.get(project) ?? 0) + bytes)
      throw error
    }
  }
  const timer = setInterval(() => void measure().catch(deps.onFailure), pause)
  timer.unref()

  return {
    take(project, bytes, address) {
      const own = taken.get(project) ?? 0
      const all = (measured.get(project) ?? 0) + own
      if (all + bytes > deps.most) return false
      // Its id is in its pages for everybody to read: whoever fills it must not lock all others out (T90).
      if (all > deps.most / 2 && !takeLate(project, bytes, address)) return false
      taken.set(project, own + bytes)
      return true
    },
    measure,
    stop: () => clearInterval(timer),
  }
}
