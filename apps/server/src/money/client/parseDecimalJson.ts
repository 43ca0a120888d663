import { parseJson } from '../../core/http/parseJson.ts'
import { readDecimal } from './readDecimal.ts'

// What Node has of the proposal "JSON.parse source text access", which the compiler's library lacks.
type Revive = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown
const json = JSON as unknown as { readonly parse: (text: string, revive: Revive) => unknown }

/**
 * Parses JSON in which every number becomes its decimal text, read from the text itself: vendors write amounts as numbers, and a double
 * would round them (T74). A negative number stays as it was written. Undefined as of `parseJson`.
 */
export function parseDecimalJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  // Refuses what is too deep, no UTF-8, or poisons objects.
  if (parseJson(bytes) === undefined) return undefined
  const value = json.parse(new TextDecoder().decode(bytes), (_key, each, { source }) =>
    typeof each === 'number' && source !== undefined ? (readDecimal(source) ?? source) : each,
  )
  return { value }
}
