import { toJsonSchema } from '@valibot/to-json-schema'
import type { RouteSchema } from 'latchkey/services'

/** A JSON Schema as OpenAPI 3.1 embeds it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * A contract's schema as JSON Schema. Rules that only code can state (a checksum, an origin) have no form there: the
 * schema is what can be said, the server is what decides.
 */
export function toSchema(schema: RouteSchema): JsonSchema {
  const { $schema: _, ...json } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], {
    typeMode: 'input',
    errorMode: 'ignore',
    target: 'draft-2020-12',
  })
  return json
}

/** The kinds of bytes that an answer may be, or undefined when it is JSON. */
export function bytesOf(schema: RouteSchema): readonly string[] | undefined {
  if (schema.type !== 'blob') return undefined
  const { pipe = [] } = schema as { pipe?: readonly { type: string; requirement?: unknown }[] }
  const kinds = pipe.find(({ type }) => type === 'mime_type')?.requirement
  return Array.isArray(kinds) ? kinds.map(String) : ['application/octet-stream']
}
