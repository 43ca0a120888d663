import { isOrigin, projectAddressesSchema } from 'latchkey/services'
import * as v from 'valibot'
import type { Project } from '../core/http/project.ts'
import type { Store } from '../core/store/store.ts'
import { listFeatures } from './listFeatures.ts'

/** The id that the dev stack issues; it exists only where LATCHKEY_DEV=1 says so. */
export const developmentProjectId = 'latchkey-dev'
/** The same with sign-in and email capture on, for pages that try them. */
export const signInDevelopmentProjectId = 'latchkey-dev-signin'
/** The same with the embedded wallet's login on. */
export const loginDevelopmentProjectId = 'latchkey-dev-login'

/** Whether a project exists for development alone: only pages of this machine may use it. */
export function isDevelopmentProject(id: string): boolean {
  return developmentProjectIds.has(id)
}

/** All of them. */
export const developmentProjectIds: ReadonlySet<string> = new Set([
  developmentProjectId,
  signInDevelopmentProjectId,
  loginDevelopmentProjectId,
])

/**
 * Reads a project with its origins and flags from the store, or undefined. Requests go through `createProjects`. A stored
 * origin that is none lets no page in; `onIgnored` gets these.
 */
export async function findProject(
  store: Pick<Store, 'db'>,
  id: string,
  onIgnored?: (origins: readonly string[]) => void,
): Promise<Project | undefined> {
  const rows = await store.db
    .selectFrom('projects')
    .leftJoin('project_origins', 'project_origins.project_id', 'projects.id')
    .select([
      'projects.id',
      'projects.name',
      'projects.is_analytics_enabled',
      'projects.revision',
      'projects.addresses',
      'project_origins.origin as origin',
    ])
    .where('projects.id', '=', id)
    .orderBy('project_origins.origin')
    .execute()
  const [first] = rows
  if (first === undefined) return undefined
  const origins = rows.flatMap(({ origin }) => (origin === null ? [] : [origin]))
  const ignored = origins.filter(origin => !isOrigin(origin))
  if (ignored.length > 0) onIgnored?.(ignored)
  return {
    id: first.id,
    name: first.name,
    revision: first.revision,
    allowedOrigins: origins.filter(isOrigin),
    features: await listFeatures(store, id),
    addresses: readAddresses(first.addresses),
    isAnalyticsEnabled: first.is_analytics_enabled === 1,
  }
}

/** A stored list that is none counts as empty: a wrong address would be called by the project's name. */
function readAddresses(text: string): Project['addresses'] {
  try {
    const result = v.safeParse(projectAddressesSchema, JSON.parse(text))
    return result.success ? result.output : []
  } catch {
    return []
  }
}
