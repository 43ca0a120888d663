import type { Store } from '../store/store.ts'

/** The id that the dev stack issues; it exists only where LATCHKEY_DEV=1 says so. */
export const developmentProjectId = 'latchkey-dev'

export interface Project {
  readonly id: string
  readonly name: string
  /** Empty: no page may use it. */
  readonly allowedOrigins: readonly string[]
}

/** Reads a project with its origins, or undefined. Never cached: a change holds from the next request on, everywhere. */
export async function findProject(store: Store, id: string): Promise<Project | undefined> {
  const rows = await store.db
    .selectFrom('projects')
    .leftJoin('project_origins', 'project_origins.project_id', 'projects.id')
    .select(['projects.id', 'projects.name', 'project_origins.origin'])
    .where('projects.id', '=', id)
    .orderBy('project_origins.origin')
    .execute()
  const [first] = rows
  if (first === undefined) return undefined
  const allowedOrigins = rows.flatMap(({ origin }) => (origin === null ? [] : [origin]))
  return { id: first.id, name: first.name, allowedOrigins }
}
