import { isOrigin } from 'latchkey/services'
import type { Project } from '../core/http/project.ts'

/** Projects for a person to read, a block each. */
export function formatProjects(projects: readonly Project[]): string {
  if (projects.length === 0) return 'No projects.'
  return projects.map(formatProject).join('\n\n')
}

function formatOrigins(origins: readonly string[]): readonly string[] {
  if (origins.length === 0) return ['none: no page may use it']
  return origins.map(origin => (isOrigin(origin) ? origin : `${origin} (ignored: no origin)`))
}

function formatProject(project: Project): string {
  const on = project.features
    .filter(({ isEnabled }) => isEnabled)
    .map(({ id, config }) => (config === null ? id : `${id}=${config.join(',')}`))
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['name', [project.name]],
    ['origins', formatOrigins(project.allowedOrigins)],
    ['features', on.length === 0 ? ['none'] : on],
    ['addresses', project.addresses.length === 0 ? ['none'] : project.addresses],
    ['analytics', [project.isAnalyticsEnabled ? 'on' : 'off']],
  ]
  return [
    project.id,
    ...rows.flatMap(([name, values]) =>
      values.map((value, index) => `  ${(index === 0 ? name : '').padEnd(10)}${value}`),
    ),
  ].join('\n')
}
