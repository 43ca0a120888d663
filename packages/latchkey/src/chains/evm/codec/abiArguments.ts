/** Arguments of the ABI, read strictly: what is not laid out as every encoder does it is not read at all (T70). */
import { type Hex, readWord } from './abi.ts'
import { checksumAddress } from './address.ts'

/** A type of the ABI and how a value of it is read. */
export interface Abi<Value> {
  /** As in a function's signature. */
  readonly name: string
  /** Bytes among the other arguments: of the value itself, or of the offset to it. */
  readonly size: number
  readonly isDynamic: boolean
  /** @throws Unreadable for bytes that are no such value. */
  read(source: Source, at: number): Value
}

/** The values of several types. */
export type AbiValues<Types extends readonly Abi<unknown>[]> = {
  readonly [At in keyof Types]: Types[At] extends Abi<infer Value> ? Value : never
}

interface Source {
  readonly body: Hex
  readonly length: number
  /** Where the next dynamic value has to begin: values neither overlap nor have gaps between them. */
  next: number
}

/** These bytes are not what the types say. */
class Unreadable extends Error {}

/** Items of a list that are read at most; a longer one is unknown, never read in part. */
const mostItems = 32
/** Bytes that may follow the arguments: no function reads them, and some front ends leave their mark there. */
const longestMark = 64

/** The arguments in a call's body; undefined unless every one of them can be read. */
export function readArguments<const Types extends readonly Abi<unknown>[]>(
  body: Hex,
  ...types: Types
): AbiValues<Types> | undefined {
  if (!/^0x(?:[\da-f]{2})*$/i.test(body)) return undefined
  const source: Source = { body, length: (body.length - 2) / 2, next: sizeOf(types) }
  try {
    const values = readMembers(source, 0, types)
    return source.length - source.next <= longestMark ? values : undefined
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

function wordAt({ body }: Source, at: number): bigint {
  const value = readWord(body, at / 32)
  if (value === undefined) throw new Unreadable()
  return value
}

function plain<Value>(name: string, toValue: (word: bigint) => Value | undefined): Abi<Value> {
  return {
    name,
    size: 32,
    isDynamic: false,
    read(source, at) {
      const value = toValue(wordAt(source, at))
      if (value === undefined) throw new Unreadable()
      return value
    },
  }
}

/** `address`, in its form of EIP-55. */
export const address: Abi<Hex> = plain('address', word =>
  word >> 160n ? undefined : checksumAddress(word.toString(16).padStart(40, '0')),
)

/** `uint256`, or of fewer bits. */
export function uint(bits = 256): Abi<bigint> {
  return plain(`uint${bits}`, word => (word >> BigInt(bits) ? undefined : word))
}

/** `uint256`. */
export const uint256: Abi<bigint> = uint()

/** `bool`. */
export const bool: Abi<boolean> = plain('bool', word => (word > 1n ? undefined : word === 1n))

/** `bytes32`. */
export const bytes32: Abi<bigint> = plain('bytes32', word => word)

function dynamicBytes(name: string): Abi<Hex> {
  return {
    name,
    size: 32,
    isDynamic: true,
    read(source, at) {
      const length = wordAt(source, at)
      if (length > BigInt(source.length)) throw new Unreadable()
      const [start, end] = [at + 32, at + 32 + Number(length)]
      if (end > source.length) throw new Unreadable()
      // What fills up the last word is read by nothing, and may be cut off at the end of all.
      source.next = Math.min(at + 32 + Math.ceil(Number(length) / 32) * 32, source.length)
      return `0x${source.body.slice(2 + start * 2, 2 + end * 2)}`
    },
  }
}

/** `bytes`. */
export const bytes: Abi<Hex> = dynamicBytes('bytes')
/** `string`, as its bytes. */
export const text: Abi<Hex> = dynamicBytes('string')

/** A tuple. */
export function tuple<const Types extends readonly Abi<unknown>[]>(...types: Types): Abi<AbiValues<Types>> {
  const isDynamic = types.some(each => each.isDynamic)
  return {
    name: `(${types.map(each => each.name).join(',')})`,
    size: isDynamic ? 32 : sizeOf(types),
    isDynamic,
    read(source, at) {
      if (isDynamic) source.next = at + sizeOf(types)
      return readMembers(source, at, types)
    },
  }
}

/** A list of at most `most` items. */
export function list<Value>(type: Abi<Value>, most = mostItems): Abi<readonly Value[]> {
  return {
    name: `${type.name}[]`,
    size: 32,
    isDynamic: true,
    read(source, at) {
      const length = wordAt(source, at)
      if (length > BigInt(most)) throw new Unreadable()
      const types = Array.from({ length: Number(length) }, () => type)
      source.next = at + 32 + sizeOf(types)
      return readMembers(source, at + 32, types)
    },
  }
}

/** Values that stand one after another, each in its place or where its offset leads: to the bytes that come next. */
function readMembers<const Types extends readonly Abi<unknown>[]>(
  source: Source,
  at: number,
  types: Types,
): AbiValues<Types> {
  let place = at
  const values = types.map(type => {
    const isThere = !type.isDynamic || wordAt(source, place) === BigInt(source.next - at)
    if (!isThere) throw new Unreadable()
    const value = type.read(source, type.isDynamic ? source.next : place)
    place += type.size
    return value
  })
  return values as unknown as AbiValues<Types>
}

function sizeOf(types: readonly Abi<unknown>[]): number {
  return types.reduce((sum, { size }) => sum + size, 0)
}
