/** Chain-agnostic identifiers: CAIP-2 networks and CAIP-10 addresses (SPEC §3, §5). */
import { LatchkeyError } from './error.ts'

/** The namespaces the product knows from the start (SPEC §1); adapters of further ones may register theirs. */
export const knownNamespaces = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos', 'sui', 'stacks'] as const

/** An open union: completion for the known ones, any other string for an eighth. */
export type ChainNamespace = (typeof knownNamespaces)[number] | (string & {})

/** `namespace:chainId`, as CAIP-2 says. */
export type CaipNetworkId = `${string}:${string}`

/** `namespace:chainId:address`, as CAIP-10 says. */
export type CaipAddress = `${string}:${string}:${string}`

export interface ParsedCaipNetworkId {
  readonly chainNamespace: ChainNamespace
  readonly chainId: string
}

export interface ParsedCaipAddress extends ParsedCaipNetworkId {
  readonly address: string
}

// CAIP-2 and CAIP-10 bound each part; the bounds also stop a hostile peer from sending megabytes.
const namespacePattern = /^[-a-z0-9]{3,8}$/
const referencePattern = /^[-_a-zA-Z0-9]{1,32}$/
const addressPattern = /^[-.%a-zA-Z0-9]{1,128}$/

/**
 * Splits a CAIP-10 address: exactly three non-empty parts with a known namespace (SPEC §5).
 * @throws LatchkeyError INVALID_CAIP_ADDRESS, 'Invalid CAIP-10 address: {value}', for a text that is none;
 * CAIP_ADDRESS_MISSING, 'Invalid CAIP Address', for a value that is no text (SPEC §8 has both).
 */
export function parseCaipAddress(
  value: string,
  namespaces: readonly ChainNamespace[] = knownNamespaces,
): ParsedCaipAddress {
  if (typeof value !== 'string') {
    throw new LatchkeyError({
      code: 'CAIP_ADDRESS_MISSING',
      kind: 'invalid',
      message: 'Invalid CAIP Address',
    })
  }
  const parts = value.split(':', 4)
  const [chainNamespace, chainId, address] = parts
  const valid =
    parts.length === 3 &&
    chainNamespace !== undefined &&
    namespaces.includes(chainNamespace) &&
    chainId !== undefined &&
    referencePattern.test(chainId) &&
    address !== undefined &&
    addressPattern.test(address)
  if (!valid) throw invalid('INVALID_CAIP_ADDRESS', 'Invalid CAIP-10 address: ', value)
  return { chainNamespace, chainId, address }
}

/**
 * Splits a CAIP-2 network id: exactly two parts (SPEC §5).
 * @throws LatchkeyError INVALID_CAIP_NETWORK_ID, 'Invalid CAIP-2 network id: {value}'.
 */
export function parseCaipNetworkId(value: string): ParsedCaipNetworkId {
  const parts = typeof value === 'string' ? value.split(':', 3) : []
  const [chainNamespace, chainId] = parts
  const valid =
    parts.length === 2 &&
    chainNamespace !== undefined &&
    namespacePattern.test(chainNamespace) &&
    chainId !== undefined &&
    referencePattern.test(chainId)
  if (!valid) throw invalid('INVALID_CAIP_NETWORK_ID', 'Invalid CAIP-2 network id: ', value)
  return { chainNamespace, chainId }
}

/** Whether the value is a CAIP-2 id of the given (or any) namespace. */
export function isCaipNetworkId(value: unknown, namespace?: ChainNamespace): value is CaipNetworkId {
  if (typeof value !== 'string') return false
  const at = value.indexOf(':')
  const own = value.slice(0, at)
  return (
    at > 0 &&
    namespacePattern.test(own) &&
    referencePattern.test(value.slice(at + 1)) &&
    (namespace === undefined || own === namespace)
  )
}

/** The namespace part of a CAIP-2 or CAIP-10 id. */
export function namespaceOf(id: CaipNetworkId | CaipAddress): ChainNamespace {
  return id.slice(0, id.indexOf(':'))
}

/** The address part of a CAIP-10 id, empty when there is none. */
export function addressOf(id: CaipAddress): string {
  return id.split(':')[2] ?? ''
}

/** The network part of a CAIP-10 id. */
export function networkIdOf(id: CaipAddress): CaipNetworkId {
  return id.slice(0, id.lastIndexOf(':')) as CaipNetworkId
}

/** Joins a network id and an address. */
export function toCaipAddress(network: CaipNetworkId, address: string): CaipAddress {
  return `${network}:${address}` as CaipAddress
}

function invalid(code: string, text: string, value: unknown): LatchkeyError {
  // An object is named by its type alone: its own text may be anything, or throw.
  const shown = Object(value) === value ? typeof value : String(value).slice(0, 160)
  return new LatchkeyError({ code, kind: 'invalid', message: text + shown, context: { value: shown } })
}
