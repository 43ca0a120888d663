import type { Hono } from 'hono'
import type { RouteDefinition, RouteRequest, RouteResponse, RouteSchema } from 'latchkey/services'
import * as v from 'valibot'
import type { AppContext, AppTypes } from './appTypes.ts'
import type { Gate, GateRules } from './gate.ts'
import { parseJson } from './parseJson.ts'
import type { Project } from './project.ts'
import { readBody } from './readBody.ts'
import { RouteFault } from './routeFault.ts'

type App = Hono<AppTypes>
/** A `Response` goes out as it is: images, cached bytes, answers without a body. */
type Answer<R extends RouteDefinition> = RouteResponse<R> | Response | Promise<RouteResponse<R> | Response>

/** Answers a call of the contract; its request is checked before the handler sees it. */
export function mountRoute<R extends RouteDefinition>(
  app: App,
  call: R,
  options: { readonly bodyLimit: number },
  handle: (request: RouteRequest<R>, c: AppContext) => Answer<R>,
): void {
  app.on(call.method, formatPath(call.path), async c => {
    const request = await readRequest(c, call, options.bodyLimit)
    return send(c, call, await handle(request, c))
  })
}

/** The same for a call that names a project: the gate comes first, and browsers may ask beforehand. */
export function mountProjectRoute<R extends RouteDefinition>(
  app: App,
  call: R,
  options: { readonly bodyLimit: number; readonly gate: Gate; readonly rules?: GateRules },
  handle: (request: RouteRequest<R>, project: Project, c: AppContext) => Answer<R>,
): void {
  const { gate, rules, bodyLimit } = options
  const path = formatPath(call.path)
  app.options(path, c => gate.preflight(c, rules))
  app.on(call.method, path, async c => {
    const project = await gate.admit(c, rules)
    const request = await readRequest(c, call, bodyLimit)
    return send(c, call, await handle(request, project, c))
  })
}

function send(c: AppContext, { status = 200 }: RouteDefinition, answer: unknown): Response {
  return answer instanceof Response ? answer : c.json(answer as object, status)
}

/** The contract writes places as OpenAPI does, the router as `:name`. */
function formatPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

async function readRequest<R extends RouteDefinition>(
  c: AppContext,
  call: R,
  bodyLimit: number,
): Promise<RouteRequest<R>> {
  const request = {
    params: check(call.params, c.req.param()),
    query: call.query === undefined ? undefined : readQuery(c, call.query),
    body: call.body === undefined ? undefined : check(call.body, await readJsonBody(c, bodyLimit)),
  }
  return request as RouteRequest<R>
}

/** The query as its schema has it; a name given twice is refused, since two readers would take different ones. */
export function readQuery<S extends RouteSchema>(c: AppContext, schema: S): v.InferOutput<S> {
  const values: [string, string][] = []
  for (const [name, all] of Object.entries(c.req.queries())) {
    if (all.length !== 1 || all[0] === undefined)
      throw new RouteFault('REQUEST_INVALID', {
        reasons: [{ name: name.slice(0, 200), description: 'Given more than once' }],
      })
    values.push([name, all[0]])
  }
  return check(schema, Object.fromEntries(values))
}

async function readJsonBody(c: AppContext, limit: number): Promise<unknown> {
  const bytes = await readBody(c, limit)
  if (bytes === undefined) throw new RouteFault('REQUEST_TOO_LARGE')
  const json = parseJson(bytes)
  if (json === undefined)
    throw new RouteFault('REQUEST_INVALID', {
      reasons: [{ name: 'body', description: 'Not a JSON document we take' }],
    })
  return json.value
}

function check<S extends RouteSchema>(schema: S | undefined, value: unknown): v.InferOutput<S> {
  if (schema === undefined) return undefined
  // A text that is too long is refused before any pattern looks at it (T107).
  const result = v.safeParse(schema, value, { abortPipeEarly: true })
  if (result.success) return result.output
  // Name the field and the expected form, but never the received value.
  const reasons = result.issues.slice(0, 10).map(issue => ({
    name: (v.getDotPath(issue) ?? '').slice(0, 200),
    description: `Expected ${issue.expected ?? 'another value'}`.slice(0, 1_000),
  }))
  throw new RouteFault('REQUEST_INVALID', { reasons })
}
