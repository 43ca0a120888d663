import type { FeatureId } from 'latchkey/services'
import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'

/** Refuses calls of a project that has the flag off. @throws RouteFault REQUEST_INVALID, with the flag's name. */
export function requireFeature(project: Project, feature: FeatureId): void {
  if (project.features.some(({ id, isEnabled }) => id === feature && isEnabled)) return
  throw new RouteFault('REQUEST_INVALID', {
    reasons: [{ name: 'projectId', description: `The project has ${feature} off` }],
  })
}
