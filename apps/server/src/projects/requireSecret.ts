import { createHash } from 'node:crypto'
import type { AppContext } from '../core/http/appTypes.ts'
import type { Project } from '../core/http/project.ts'
import { RouteFault } from '../core/http/routeFault.ts'
import type { Store } from '../core/store/store.ts'
import { isDevelopmentProject } from './findProject.ts'

/** The secret of the development projects, public with this source: accepted only where LATCHKEY_DEV is set. */
export const developmentSecret = 'sk_dev_latchkey'

/** The form in which a secret is stored. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/**
 * Checks that a call comes from the project's backend: it bears one of the project's secrets, and no page sent it. A
 * secret that a page sends is known to its visitors, so it is refused even where it is right (T128).
 * @throws RouteFault SECRET_INVALID.
 */
export async function requireSecret(
  deps: { readonly store: Pick<Store, 'db'>; readonly settings: { readonly development: boolean } },
  project: Project,
  c: AppContext,
): Promise<void> {
  if (c.req.header('origin') !== undefined)
    throw refused('Only a backend may send it: this request comes from a page')
  const secret = /^Bearer (sk_[\w-]{1,200})$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (secret === undefined) throw refused('Send it as Authorization: Bearer sk_…')
  if (secret === developmentSecret && deps.settings.development && isDevelopmentProject(project.id)) return
  const row = await deps.store.db
    .selectFrom('project_secrets')
    .select('id')
    .where('hash', '=', hashSecret(secret))
    .where('project_id', '=', project.id)
    .executeTakeFirst()
  if (row === undefined) throw refused('It is none of this project')
}

function refused(description: string): RouteFault {
  return new RouteFault('SECRET_INVALID', { reasons: [{ name: 'Authorization', description }] })
}
