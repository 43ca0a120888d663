import { isIP } from 'node:net'
import type { Hex } from 'viem'

/** Reads one variable's text; throws `Wrong` with the reason as text that goes behind its name. */
export type Reader<T> = (text: string) => T

/** Reads a variable by its name; an empty one is the fallback. Rooms with many variables take it and read their own. */
export type ReadVariable = <T>(name: string, fallback: T, reader: Reader<T>) => T

/** The reason why a value is refused, which never repeats the value: it may be a secret. */
export class Wrong extends Error {}

export function wholeNumber(least: number, most: number): Reader<number> {
  return text => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= least && value <= most)) throw new Wrong(`must be a whole number from ${least} to ${most}`)
    return value
  }
}

export function oneOf<const T extends string>(words: readonly T[]): Reader<T> {
  return text => {
    const word = words.find(known => known === text)
    if (word === undefined) throw new Wrong(`must be one of ${words.join(', ')}`)
    return word
  }
}

export function flag(text: string): boolean {
  if (text !== '0' && text !== '1') throw new Wrong('must be 0 or 1')
  return text === '1'
}

export function host(text: string): string {
  if (isIP(text) === 0 && !/^[A-Za-z0-9.-]{1,253}$/.test(text))
    throw new Wrong('must be an address or a host name')
  return text
}

export function proxies(text: string): readonly string[] {
  return text.split(',').map(part => {
    const range = part.trim()
    const [address = '', bits, more] = range.split('/')
    const version = isIP(address)
    const width = version === 4 ? 32 : 128
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width)
    if (version === 0 || !fits || more !== undefined)
      throw new Wrong('must list addresses or CIDR ranges, separated by commas')
    return range
  })
}

export function databaseUrl(text: string): string {
  return urlOf(text, ['postgres:', 'postgresql:'], 'such as postgres://user:password@host:5432/database')
}

export function redisUrl(text: string): string {
  // Clients spell them redis+sentinel://, rediss-cluster:// and so on, and with several hosts.
  if (/^\w*[+-]?(?:sentinel|cluster)[^:]*:\/\//i.test(text) || /^[^/]*:\/\/[^/]*,/.test(text))
    throw new Wrong('must name one primary: Sentinels and clusters are not supported')
  return urlOf(text, ['redis:', 'rediss:', 'unix:'], 'such as redis://:password@host:6379/0')
}

function urlOf(text: string, protocols: readonly string[], example: string): string {
  const fault = new Wrong(`must be a URL ${example}`)
  // PostgreSQL's own form without a host, as for a socket, is none that URL takes everywhere.
  if (!URL.canParse(text)) throw fault
  const { protocol, password } = new URL(text)
  if (!protocols.includes(protocol) || !isDecodable(password)) throw fault
  return text
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}

/** The members of a JSON object; throws `Wrong` with the rule, never with the text, which may hold keys. */
export function jsonObject(text: string, rule: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>
  } catch {
    // The same sentence as for any other value that is no object.
  }
  throw new Wrong(rule)
}

/** Of the curve secp256k1. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The private key of an EVM account. */
export function privateKey(text: string): Hex {
  const isKey = /^0x[0-9a-fA-F]{64}$/.test(text) && BigInt(text) > 0n && BigInt(text) < order
  if (!isKey) throw new Wrong('must be a private key: 0x and 64 hexadecimal digits')
  return text as Hex
}
