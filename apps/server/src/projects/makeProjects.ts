import type { ServicesContext } from '../core/context/servicesContext.ts'
import { createProjects, type Projects } from './createProjects.ts'
import type { ProjectsSettings } from './readProjectsSettings.ts'
import { warnOfOrigins } from './warnOfOrigins.ts'

/** The projects as this server's requests need them: `oneOf(ctx, makeProjects)`. */
export function makeProjects(ctx: ServicesContext<ProjectsSettings>): Projects {
  return createProjects({
    ...ctx,
    lifetime: ctx.settings.projectCache,
    onIgnored: warnOfOrigins(ctx.log),
  })
}
