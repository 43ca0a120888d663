import type { Hono } from 'hono'
import { getAllowedOrigins, getProjectConfig, type ProjectConfig } from 'latchkey/services'
import type { AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute } from '../../core/http/mountRoute.ts'
import type { Project } from '../../core/http/project.ts'

/** What a project is set to: its remote configuration and its origins (SPEC §7). */
export function mountProjects(
  app: Hono<AppTypes>,
  deps: {
    readonly gate: Gate
    readonly bodyLimit: number
    readonly config: (project: Project) => ProjectConfig
  },
): void {
  mountProjectRoute(app, getProjectConfig, deps, (_request, project) => deps.config(project))
  // Readable for a page outside the list as well: it is how the widget there learns that it stands outside.
  mountProjectRoute(
    app,
    getAllowedOrigins,
    { ...deps, rules: { audience: 'anyone' } },
    (_request, project) => ({
      allowedOrigins: [...project.allowedOrigins],
    }),
  )
}
