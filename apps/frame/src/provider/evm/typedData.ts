import { parseAddress, word } from 'latchkey/evmcodec'
import { type Bytes, fromHex, joinBytes, toBytes } from '../../keys/bytes.ts'
import { keccak } from './hashes.ts'

/** A member of a struct of EIP-712. */
interface Field {
  readonly name: string
  readonly type: string
}

/** Typed data (EIP-712), checked through and through: each value fits its type, and there is nothing that is not signed. */
export interface TypedData {
  readonly types: Readonly<Record<string, readonly Field[]>>
  readonly primaryType: string
  readonly domain: Readonly<Record<string, unknown>>
  readonly message: Readonly<Record<string, unknown>>
}

/** The displayed form: each value with its name and type, in signing order. */
export interface TypedNode {
  readonly name: string
  readonly type: string
  /** Absent for what has members. */
  readonly value?: string
  readonly members?: readonly TypedNode[]
}

const namePattern = /^[A-Za-z_$][A-Za-z0-9_$]{0,63}$/
const typePattern = /^([A-Za-z_$][A-Za-z0-9_$]{0,63})((?:\[\d{0,4}\])*)$/
const mostTypes = 50
const mostFields = 60
/** The most nodes that a visitor can read; larger data is refused instead of being shown in part. */
const mostNodes = 600
const deepest = 12

const domainFields: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

/**
 * Reads typed data from a page. Undefined for a value that is no typed data, does not fit its types, has unsigned
 * members, or is too large to be shown whole.
 */
export function readTypedData(input: unknown): TypedData | undefined {
  try {
    const raw: unknown = typeof input === 'string' ? JSON.parse(input) : input
    if (!isRecord(raw) || !isRecord(raw.types) || !isRecord(raw.domain) || !isRecord(raw.message))
      return undefined
    const types = readTypes(raw.types)
    const { primaryType, domain, message } = raw
    if (typeof primaryType !== 'string' || !types || !Object.hasOwn(types, primaryType)) return undefined
    if (primaryType === 'EIP712Domain' || !isDomain(types.EIP712Domain)) return undefined
    const data: TypedData = structuredClone({ types, primaryType, domain, message })
    // Encoding is the check: it reads each value by its type, once.
    hashTypedData(data)
    typedTree(data)
    return data
  } catch {
    return undefined
  }
}

/** The digest that is signed: of domain and message (EIP-712). @throws TypeError for a value that does not fit its type. */
export function hashTypedData({ types, primaryType, domain, message }: TypedData): Bytes {
  const parts = [
    Uint8Array.of(0x19, 0x01),
    hashStruct(types, 'EIP712Domain', domain, 0),
    hashStruct(types, primaryType, message, 0),
  ]
  return keccak(joinBytes(parts))
}

/** All that is signed, value by value. @throws TypeError for more than can be shown. */
export function typedTree(data: TypedData): { readonly domain: TypedNode; readonly message: TypedNode } {
  let left = mostNodes
  const node = (name: string, type: string, value: unknown): TypedNode => {
    left -= 1
    if (left < 0) throw new TypeError('Too much to be shown')
    const array = /^(.*)\[\d*\]$/.exec(type)
    if (array) {
      const items = value as readonly unknown[]
      return { name, type, members: items.map((item, at) => node(String(at), array[1] as string, item)) }
    }
    const fields = Object.hasOwn(data.types, type) ? data.types[type] : undefined
    if (!fields) return { name, type, value: textOfValue(type, value) }
    const record = value as Readonly<Record<string, unknown>>
    return { name, type, members: fields.map(field => node(field.name, field.type, record[field.name])) }
  }
  return {
    domain: node('domain', 'EIP712Domain', data.domain),
    message: node('message', data.primaryType, data.message),
  }
}

function readTypes(raw: Readonly<Record<string, unknown>>): Record<string, readonly Field[]> | undefined {
  const names = Object.keys(raw)
  if (names.length > mostTypes) return undefined
  const types: Record<string, readonly Field[]> = Object.create(null)
  for (const name of names) {
    const fields = raw[name]
    // A struct named like a plain type would hide the signed content.
    if (!namePattern.test(name) || isPlain(name) || !Array.isArray(fields) || fields.length > mostFields)
      return undefined
    const seen = new Set<string>()
    for (const field of fields as unknown[]) {
      if (!isRecord(field) || typeof field.name !== 'string' || typeof field.type !== 'string')
        return undefined
      if (!namePattern.test(field.name) || seen.has(field.name) || !typePattern.test(field.type))
        return undefined
      seen.add(field.name)
    }
    types[name] = fields.map(({ name, type }: Field) => ({ name, type }))
  }
  const known = Object.values(types)
    .flat()
    .every(({ type }) => {
      const base = typePattern.exec(type)?.[1] as string
      return isPlain(base) || base in types
    })
  return known ? types : undefined
}

/** Members of a domain are those of the standard, with their types, in its order. */
function isDomain(fields: readonly Field[] | undefined): boolean {
  if (!fields) return false
  const order = Object.keys(domainFields)
  const places = fields.map(({ name, type }) => (domainFields[name] === type ? order.indexOf(name) : -1))
  return places.every((place, at) => place > (places[at - 1] ?? -1))
}

function hashStruct(types: TypedData['types'], name: string, value: unknown, depth: number): Bytes {
  const fields = types[name]
  if (!fields || !isRecord(value) || depth > deepest) throw new TypeError('No such struct')
  const names = new Set(fields.map(field => field.name))
  if (Object.keys(value).some(key => !names.has(key))) throw new TypeError('A member that is not signed')
  const parts = [keccak(toBytes(encodeType(types, name)))]
  for (const field of fields) {
    if (!Object.hasOwn(value, field.name)) throw new TypeError('A member is missing')
    parts.push(encodeValue(types, field.type, value[field.name], depth))
  }
  return keccak(joinBytes(parts))
}

function encodeType(types: TypedData['types'], primary: string): string {
  const found = new Set<string>()
  const stack = [primary]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (found.has(next)) continue
    found.add(next)
    for (const { type } of types[next] ?? []) {
      const base = typePattern.exec(type)?.[1] as string
      if (!isPlain(base)) stack.push(base)
    }
  }
  found.delete(primary)
  return [primary, ...[...found].sort()]
    .map(name => `${name}(${(types[name] ?? []).map(({ name, type }) => `${type} ${name}`).join(',')})`)
    .join('')
}

function encodeValue(types: TypedData['types'], type: string, value: unknown, depth: number): Bytes {
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array) {
    const [, item = '', length] = array
    if (!Array.isArray(value) || value.length > mostNodes || depth > deepest)
      throw new TypeError('No such list')
    if (length !== '' && value.length !== Number(length)) throw new TypeError('A list of another length')
    return keccak(joinBytes(value.map(each => encodeValue(types, item, each, depth + 1))))
  }
  if (!isPlain(type)) return hashStruct(types, type, value, depth + 1)
  if (type === 'string') {
    // A lone surrogate would be signed as another letter than the one that was sent.
    if (typeof value !== 'string' || !value.isWellFormed()) throw new TypeError('No text')
    return keccak(toBytes(value))
  }
  if (type === 'bytes') return keccak(bytesOf(value))
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw new TypeError('Neither true nor false')
    return wordOf(value ? 1n : 0n)
  }
  if (type === 'address') {
    const address = parseAddress(value)
    if (!address?.startsWith('0x') || typeof value !== 'string' || value.length !== 42)
      throw new TypeError('No address')
    return wordOf(BigInt(address))
  }
  const fixed = /^bytes(\d+)$/.exec(type)
  if (fixed) {
    const bytes = bytesOf(value)
    if (bytes.length !== Number(fixed[1])) throw new TypeError('Bytes of another length')
    const padded = new Uint8Array(32)
    padded.set(bytes)
    return padded
  }
  return wordOf(numberOf(type, value))
}

/** A whole number that fits its type, in two's complement. */
function numberOf(type: string, value: unknown): bigint {
  const number = readNumber(value)
  const bits = BigInt(/\d+$/.exec(type)?.[0] ?? '256')
  const [least, most] = type.startsWith('u') ? [0n, 1n << bits] : [-(1n << (bits - 1n)), 1n << (bits - 1n)]
  if (number === undefined || number < least || number >= most) throw new TypeError('No such number')
  return number < 0n ? number + (1n << 256n) : number
}

/** As JSON carries one: a safe integer, or decimal or hexadecimal text. */
function readNumber(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string' || !/^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)) return undefined
  return BigInt(value)
}

function textOfValue(type: string, value: unknown): string {
  if (/^u?int/.test(type)) return String(readNumber(value))
  if (type === 'address') return parseAddress(value) ?? String(value)
  return String(value)
}

/** Types that are no struct. */
function isPlain(type: string): boolean {
  if (['address', 'bool', 'string', 'bytes', 'int', 'uint'].includes(type)) return true
  const number = /^u?int(\d{1,3})$/.exec(type)
  if (number) return Number(number[1]) % 8 === 0 && Number(number[1]) >= 8 && Number(number[1]) <= 256
  const bytes = /^bytes(\d{1,2})$/.exec(type)
  return bytes !== null && Number(bytes[1]) >= 1 && Number(bytes[1]) <= 32
}

function bytesOf(value: unknown): Bytes {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value)) throw new TypeError('No bytes')
  return fromHex(value.slice(2))
}

function wordOf(value: bigint): Bytes {
  return fromHex(word(value))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
