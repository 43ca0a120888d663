import { isIP } from 'node:net'
import { type CaipNetworkId, isCaipNetworkId, namespaceOf, rpcProxyMethods } from 'latchkey/contract'

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

export function upstreams(text: string): ReadonlyMap<CaipNetworkId, readonly string[]> {
  const rule = 'must be a JSON object from chain to URLs, such as {"eip155:1":["https://node.example"]}'
  const chains = new Map<CaipNetworkId, readonly string[]>()
  for (const [chain, urls] of Object.entries(jsonObject(text, rule))) {
    if (!isCaipNetworkId(chain) || !Object.hasOwn(rpcProxyMethods, namespaceOf(chain)))
      throw new Wrong(
        `must have chains of ${Object.keys(rpcProxyMethods).join(', ')} as keys, such as eip155:1`,
      )
    if (chain.startsWith('solana:') && !/^solana:[1-9A-HJ-NP-Za-km-z]{32}$/.test(chain))
      throw new Wrong("must name a cluster of solana by the first 32 characters of its genesis' hash")
    if (!Array.isArray(urls) || urls.length < 1 || urls.length > 10 || !urls.every(isNodeUrl))
      throw new Wrong(`must list 1 to 10 http(s) URLs without user and password for ${chain}`)
    // One that is listed twice is one node: it has one word where several have to agree.
    chains.set(chain, [...new Set(urls)])
  }
  return chains
}

export function databaseUrl(text: string): string {
  return urlOf(text, ['postgres:', 'postgresql:'], 'such as postgres://user:password@host:5432/database')
}

export function redisUrl(text: string): string {
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

function isNodeUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const url = new URL(value)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
