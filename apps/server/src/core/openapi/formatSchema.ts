import type { JsonSchema } from './toSchema.ts'

/** Levels that are written out; deeper ones are summed up. */
const deepest = 5
/** Choices that are all written out. */
const mostChoices = 8
/** And that many of a longer list. */
const firstChoices = 4
/** Characters of a line before a value is spread over several. */
const width = 96

/** A schema in words that read like the JSON it describes: `{ data: [{ id: string }], next: string | null }`. */
export function formatSchema(schema: JsonSchema, level = 0): string {
  const { type, properties, items, enum: values, anyOf, oneOf } = schema
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(values)) return joinChoices(values.map(value => JSON.stringify(value)))
  const choices = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined
  if (choices !== undefined)
    return joinChoices([...new Set(choices.map(each => formatSchema(each, level + 1)))])
  if (type === 'array') {
    const inner = items === undefined ? 'any' : formatSchema(items as JsonSchema, level + 1)
    return `[${inner}]`
  }
  if (type === 'object')
    return formatObject(schema, properties as Readonly<Record<string, JsonSchema>>, level)
  return typeof type === 'string' ? type : 'any'
}

function formatObject(
  { required = [], additionalProperties }: JsonSchema,
  properties: Readonly<Record<string, JsonSchema>> = {},
  level: number,
): string {
  const names = Object.keys(properties)
  if (names.length === 0 && typeof additionalProperties === 'object' && additionalProperties !== null)
    return `{ [name]: ${formatSchema(additionalProperties as JsonSchema, level + 1)} }`
  if (names.length === 0) return '{}'
  if (level > deepest) return '{ … }'
  const members = names.map(name => {
    const mark = (required as readonly string[]).includes(name) ? '' : '?'
    return `${name}${mark}: ${formatSchema(properties[name] ?? {}, level + 1)}`
  })
  const line = `{ ${members.join(', ')} }`
  return line.length <= width && !line.includes('\n') ? line : `{\n${indent(members.join(',\n'))}\n}`
}

function joinChoices(choices: readonly string[]): string {
  const isList = choices.length > mostChoices && !choices.some(each => each.startsWith('{'))
  const shown = isList ? choices.slice(0, firstChoices) : choices
  const all = shown.length < choices.length ? [...shown, '…'] : shown
  const line = all.join(' | ')
  return line.length <= width && !line.includes('\n') ? line : all.join('\n| ')
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}
