import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'

/** Whether a project has a way to log in on: `social_login` lists those that are, and means all of them where it lists none. */
export function isLoginOn(project: Project, method: string): boolean {
  const feature = project.features.find(({ id }) => id === 'social_login')
  const listed = feature?.config ?? null
  return feature?.isEnabled === true && (listed === null || listed.includes(method))
}

/** Refuses a way to log in that the project has off. @throws RouteFault REQUEST_INVALID */
export function requireLogin(project: Project, method: string): void {
  if (isLoginOn(project, method)) return
  throw new RouteFault('REQUEST_INVALID', {
    reasons: [{ name: 'projectId', description: `The project has login by ${method} off` }],
  })
}
