import { RouteFault } from '../http/routeFault.ts'
import type { Project } from '../projects/findProject.ts'

/**
 * Refuses a way to log in that the project has off: `social_login` lists those that are on, and means all of them where it
 * lists none.
 * @throws RouteFault REQUEST_INVALID
 */
export function requireLogin(project: Project, method: string): void {
  const feature = project.features.find(({ id }) => id === 'social_login')
  const listed = feature?.config
  if (feature?.isEnabled && (listed === undefined || listed === null || listed.includes(method))) return
  throw new RouteFault('REQUEST_INVALID', {
    reasons: [{ name: 'projectId', description: `The project has login by ${method} off` }],
  })
}
