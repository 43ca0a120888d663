import type { Clock } from '../core/http/appTypes.ts'
import type { Project } from '../core/http/project.ts'
import type { Shared } from '../core/scale/shared.ts'
import type { Store } from '../core/store/store.ts'
import { isStoreError, StoreError } from '../core/store/storeError.ts'
import { findProject } from './findProject.ts'

/** The channel that reports a project's change to every process; the message is the project's id. */
export const projectChannel = 'projects'

/** The most cached projects; the least recently read one is dropped. */
const mostProjects = 10_000
/** While the store is out, a project that was read within the last hour is served as it was (F42). */
const staleFor = 3_600_000
/** And it is asked again at most this often. */
const outagePause = 1_000

/** The projects as requests need them: from memory, seldom from the store. */
export interface Projects {
  /** Whether `find` would answer from memory. */
  has(id: string): boolean
  /** Finds a project by its id. @throws StoreError when the store fails and nothing is cached. */
  find(id: string): Promise<Project | undefined>
}

interface Kept {
  readonly project: Project
  readonly readAt: number
  /** From then on the store is asked again. */
  readonly until: number
}

/**
 * Caches each project for `lifetime` milliseconds, or until a process reports a change. Unknown ids are never cached:
 * guesses would push out the known ones.
 */
export function createProjects(deps: {
  readonly store: Pick<Store, 'db'>
  readonly shared: Pick<Shared, 'subscribe'>
  readonly clock: Clock
  readonly lifetime: number
  /** Gets the stored origins of a project that are none and let no page in, with each read of it. */
  readonly onIgnored?: (id: string, origins: readonly string[]) => void
}): Projects {
  const { store, clock, lifetime, onIgnored } = deps
  const kept = new Map<string, Kept>()
  const loads = new Map<string, Promise<Project | undefined>>()

  // Without the channel a change is seen once the lifetime is over, which is why a failure to listen is no failure.
  deps.shared.subscribe(projectChannel, forget).catch(() => {})

  function forget(id: string | undefined): void {
    loads.clear()
    if (id !== undefined) {
      kept.delete(id)
      return
    }
    // Something may have changed: ask again, but an outage may still be bridged.
    for (const [each, entry] of kept) kept.set(each, { ...entry, until: 0 })
  }

  async function load(id: string, before: Kept | undefined): Promise<Project | undefined> {
    const loading = findProject(store, id, origins => onIgnored?.(id, origins))
    loads.set(id, loading)
    try {
      const project = await loading
      const now = clock()
      // A change reported meanwhile may have happened after this read.
      if (loads.get(id) === loading) keep(id, project && { project, readAt: now, until: now + lifetime })
      return project
    } catch (error) {
      const now = clock()
      if (before === undefined || now - before.readAt > staleFor)
        throw isStoreError(error)
          ? error
          : new StoreError({ code: 'failed', message: 'The projects cannot be read' }, error)
      keep(id, { ...before, until: now + outagePause })
      return before.project
    } finally {
      if (loads.get(id) === loading) loads.delete(id)
    }
  }

  function keep(id: string, entry: Kept | undefined): void {
    kept.delete(id)
    if (entry === undefined) return
    kept.set(id, entry)
    if (kept.size <= mostProjects) return
    const [oldest] = kept.keys()
    if (oldest !== undefined) kept.delete(oldest)
  }

  return {
    has: id => kept.has(id),
    find(id) {
      const known = kept.get(id)
      if (known !== undefined && clock() < known.until) return Promise.resolve(known.project)
      return loads.get(id) ?? load(id, known)
    },
  }
}
