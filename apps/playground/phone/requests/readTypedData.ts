import { ProviderRpcError } from '@latchkey/testing'
import { plainText, signedText } from '../text/plainText.ts'

/** One field of typed data: `to.wallet` and its value. */
export interface DataLine {
  readonly name: string
  readonly value: string
}

interface Field {
  readonly name: string
  readonly type: string
}
type Types = Readonly<Record<string, readonly Field[]>>

const longestText = 100_000
const mostLines = 200
const deepest = 8

/**
 * Typed data (EIP-712) as lines: the fields that its types name, for those are what gets signed.
 * @throws ProviderRpcError -32602 when it cannot be shown whole.
 */
export function readTypedData(value: unknown): {
  readonly primaryType: string
  readonly domain: readonly DataLine[]
  readonly message: readonly DataLine[]
} {
  const data = parse(value)
  const types = readTypes(data.types)
  const primaryType = data.primaryType
  if (typeof primaryType !== 'string' || !Object.hasOwn(types, primaryType)) {
    throw invalid('The typed data does not say which type it is of.')
  }
  const domain: DataLine[] = []
  const signed = types.EIP712Domain?.map(field => field.name)
  for (const [name, part] of Object.entries(objectOf(data.domain ?? {}, 'domain'))) {
    if (signed && !signed.includes(name))
      throw invalid(`${plainText(name, 60)} of the domain would be shown and not signed.`)
    add(domain, plainText(name, 60), showValue(part))
  }
  const message: DataLine[] = []
  walk({ types, lines: message }, primaryType, data.message, '', 0)
  return { primaryType: plainText(primaryType, 60), domain, message }
}

interface Walk {
  readonly types: Types
  readonly lines: DataLine[]
}

function walk(ctx: Walk, type: string, value: unknown, name: string, depth: number): void {
  if (depth > deepest) throw invalid('The typed data is nested too deeply.')
  const list = /^(.*)\[\d*\]$/.exec(type)
  if (list) {
    if (!Array.isArray(value)) throw invalid(`${plainText(name, 60)} must be a list.`)
    if (value.length === 0) add(ctx.lines, name, '(empty list)')
    value.forEach((item, index) => {
      walk(ctx, list[1] ?? '', item, `${name}[${index}]`, depth + 1)
    })
    return
  }
  const fields = Object.hasOwn(ctx.types, type) ? ctx.types[type] : undefined
  if (!fields) {
    add(ctx.lines, name, showValue(value))
    return
  }
  const parts = objectOf(value, name || 'message')
  for (const field of fields) {
    const path = name === '' ? plainText(field.name, 60) : `${name}.${plainText(field.name, 60)}`
    walk(ctx, field.type, Object.hasOwn(parts, field.name) ? parts[field.name] : undefined, path, depth + 1)
  }
}

function add(lines: DataLine[], name: string, value: string): void {
  if (lines.length >= mostLines) throw invalid('The typed data is too long to be read.')
  lines.push({ name, value })
}

function showValue(value: unknown): string {
  if (typeof value === 'string') return signedText(value)
  if (value === undefined) return '(nothing)'
  if (typeof value === 'object' && value !== null) return signedText(JSON.stringify(value))
  return String(value)
}

function parse(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'string') {
    if (JSON.stringify(value ?? null).length > longestText) throw invalid('The typed data is too long.')
    return objectOf(value, 'The typed data')
  }
  if (value.length > longestText) throw invalid('The typed data is too long.')
  try {
    return objectOf(JSON.parse(value), 'The typed data')
  } catch {
    throw invalid('The typed data is not JSON.')
  }
}

function readTypes(value: unknown): Types {
  const types: Record<string, readonly Field[]> = {}
  for (const [name, fields] of Object.entries(objectOf(value, 'types'))) {
    if (!Array.isArray(fields)) throw invalid('types must hold lists.')
    types[name] = fields.map(each => {
      const { name: field, type } = objectOf(each, 'A field') as { name?: unknown; type?: unknown }
      if (typeof field !== 'string' || typeof type !== 'string' || type.length > 200) {
        throw invalid('A field needs a name and a type.')
      }
      return { name: field, type }
    })
  }
  return types
}

function objectOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>
  }
  throw invalid(`${plainText(what, 60)} must be an object.`)
}

function invalid(message: string): ProviderRpcError {
  return new ProviderRpcError(-32602, message)
}
