import { sql } from 'kysely'
import type { Store } from '../store/store.ts'

/** Milliseconds between two measurements. */
const pause = 60_000

/** How much each project keeps in its mailboxes (T90). */
export interface Usage {
  /** Whether the project may keep that many bytes more; if so, they count from now on. */
  take(project: string, bytes: number): boolean
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
  readonly onFailure: (error: unknown) => void
}): Usage {
  let measured: ReadonlyMap<string, number> = new Map()
  let taken = new Map<string, number>()

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
    take(project, bytes) {
      const own = (taken.get(project) ?? 0) + bytes
      if ((measured.get(project) ?? 0) + own > deps.most) return false
      taken.set(project, own)
      return true
    },
    measure,
    stop: () => clearInterval(timer),
  }
}
