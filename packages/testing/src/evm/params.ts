import type { Address, Hex } from 'viem'
import { providerError } from './providerError.ts'

/** Throws -32602 with `message`. */
export function invalid(message: string): never {
  throw providerError(-32602, message)
}

/** `params` as a list; an object or nothing at all stands for a list of one or of none. */
export function listOf(params: unknown): readonly unknown[] {
  if (Array.isArray(params)) return params
  return params === undefined || params === null ? [] : [params]
}

/** A plain object, or -32602. */
export function parseObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>
  }
  return invalid(`${what} must be an object.`)
}

/** A string, or -32602. */
export function parseText(value: unknown, what: string): string {
  return typeof value === 'string' ? value : invalid(`${what} must be a string.`)
}

/** A 20-byte address in any case, or -32602. */
export function parseAddress(value: unknown, what: string): Address {
  if (isAddress(value)) return value
  return invalid(`${what} must be an address.`)
}

/** Whether the value has the form of an address. */
export function isAddress(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

/** Bytes in hexadecimal, at most 1 MB, or -32602. */
export function parseBytes(value: unknown, what: string): Hex {
  if (isBytes(value) && value.length <= 2_000_002) return value
  return invalid(`${what} must be hexadecimal bytes with the prefix 0x.`)
}

/** Whether the value is bytes in hexadecimal. */
export function isBytes(value: unknown): value is Hex {
  return typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-fA-F]*$/.test(value)
}

/** A quantity of at most 256 bits in hexadecimal, or -32602. */
export function parseQuantity(value: unknown, what: string): bigint {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value)
  return invalid(`${what} must be a hexadecimal quantity.`)
}

/** A hexadecimal chain id without leading zeros (EIP-3326), or -32602. */
export function parseChainId(value: unknown): number {
  if (typeof value === 'string' && /^0x[1-9a-fA-F][0-9a-fA-F]{0,13}$/.test(value)) {
    const id = Number(value)
    if (Number.isSafeInteger(id)) return id
  }
  return invalid(`Expected a 0x-prefixed, unpadded, non-zero hexadecimal chainId. Received: ${show(value)}`)
}

/** Whether the value can be a chain's id. */
export function isChainId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}

/** A number as a hexadecimal quantity. */
export function toQuantity(value: number | bigint): Hex {
  return `0x${value.toString(16)}`
}

function show(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 40)}"` : typeof value
}
