import type { Hono } from 'hono'
import type { RouteDefinition } from 'latchkey/services'
import * as services from 'latchkey/services'
import type { AppTypes } from '../http/appTypes.ts'

/** A call of the contract under the name by which the contract exports it. */
export interface NamedRoute {
  readonly name: string
  readonly route: RouteDefinition
}

/** Every call that the contract states, in the order of its paths. */
export function listContractRoutes(): readonly NamedRoute[] {
  return Object.entries(services)
    .flatMap(([name, value]) => (isRoute(value) ? [{ name, route: value }] : []))
    .sort((a, b) => compare(a.route.path, b.route.path) || compare(a.route.method, b.route.method))
}

/** Those of them that this server answers. */
export function listMountedRoutes(app: Hono<AppTypes>): readonly NamedRoute[] {
  const mounted = new Set(app.routes.map(({ method, path }) => `${method} ${path}`))
  return listContractRoutes().filter(({ route }) =>
    mounted.has(`${route.method} ${route.path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
}

/** Whether a call has to name a project, as all do that a page's script makes. */
export function namesProject(route: RouteDefinition): boolean {
  const { projectId } = entriesOf(route.query)
  return projectId !== undefined && Object(projectId).type !== 'optional'
}

/** The members of an object schema, also behind a pipe. */
export function entriesOf(schema: unknown): Readonly<Record<string, unknown>> {
  const entries = Object(schema).entries
  return typeof entries === 'object' && entries !== null ? entries : {}
}

function isRoute(value: unknown): value is RouteDefinition {
  const each = Object(value)
  return typeof each.method === 'string' && typeof each.path === 'string' && typeof each.response === 'object'
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
