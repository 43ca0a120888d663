import { routeErrorSchema, routeErrors } from 'latchkey/services'
import { entriesOf, type NamedRoute } from './listRoutes.ts'
import ownSummaries from './summaries.json' with { type: 'json' }
import { bytesOf, type JsonSchema, toSchema } from './toSchema.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: JsonSchema
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

export interface Answer {
  readonly description: string
  readonly content?: Content
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
}

/** An OpenAPI 3.1 document. */
export interface ApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const refusal = { $ref: '#/components/schemas/Refusal' }

/** The calls as OpenAPI: the same statements that the server mounts and the widget calls. */
export function createDocument(
  routes: readonly NamedRoute[],
  summaries: Readonly<Record<string, string>> = ownSummaries,
): ApiDocument {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const named of routes) {
    const { path, method } = named.route
    paths[path] = { ...paths[path], [method.toLowerCase()]: toOperation(named, summaries[named.name] ?? '') }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey services',
      version: '1',
      description:
        'What the widget calls, answered by your own server. Every call that takes projectId also takes st, sv (the ' +
        'type and version of the caller) and clientId; an unknown query name is refused.',
    },
    paths,
    components: { schemas: { Refusal: toSchema(routeErrorSchema) } },
  }
}

/** Whether a status is the answer's, and no refusal's. */
export function isSuccess(status: string): boolean {
  return status.startsWith('2')
}

/** What a call answers when it does not refuse, with its status. */
export function answerOf({ responses }: Operation): readonly [status: string, answer: Answer] {
  return Object.entries(responses).find(([status]) => isSuccess(status)) as [string, Answer]
}

function toOperation({ name, route }: NamedRoute, summary: string): Operation {
  const { params, query, body, response, status = 200 } = route
  return {
    operationId: name,
    summary,
    parameters: [...toParameters('path', params), ...toParameters('query', query)],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: toSchema(body) } } },
    }),
    responses: {
      [status]: { description: 'The answer', content: toContent(response) },
      ...toRefusals(route.errors),
    },
  }
}

function toParameters(place: Parameter['in'], schema: NamedRoute['route']['query']): Parameter[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = toSchema(schema)
  const described = properties as Readonly<Record<string, JsonSchema>>
  return Object.keys(entriesOf(schema)).map(name => ({
    name,
    in: place,
    required: place === 'path' || (required as readonly string[]).includes(name),
    // In an address everything is text, whatever is read from it.
    schema: { type: 'string', ...described[name] },
  }))
}

function toContent(schema: NamedRoute['route']['response']): Content {
  const kinds = bytesOf(schema)
  if (kinds === undefined) return { 'application/json': { schema: toSchema(schema) } }
  return Object.fromEntries(kinds.map(kind => [kind, { schema: {} }]))
}

function toRefusals(errors: NamedRoute['route']['errors']): Record<string, Answer> {
  const answers: Record<string, Answer> = {}
  for (const code of errors) {
    const { status, message } = routeErrors[code]
    const before = answers[status]?.description
    answers[status] = {
      description: `${before === undefined ? '' : `${before}; `}${code}: ${message}`,
      content: { 'application/json': { schema: refusal } },
      ...(status === 429 && {
        headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
      }),
    }
  }
  return answers
}
