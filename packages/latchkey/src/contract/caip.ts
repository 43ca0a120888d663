/**
 * Chain-agnostic identifiers: CAIP-2 networks and CAIP-10 addresses (SPEC §3, §5). The first chunk of a page has them;
 * what takes them apart is in `parseCaip.ts`.
 */
import type { knownNamespaces } from './namespaces.ts'

/** An open union: completion for the known ones, any other string for an eighth. */
export type ChainNamespace = (typeof knownNamespaces)[number] | (string & {})

/** `namespace:chainId`, as CAIP-2 says. */
export type CaipNetworkId = `${string}:${string}`

/** `namespace:chainId:address`, as CAIP-10 says. */
export type CaipAddress = `${string}:${string}:${string}`

// CAIP-2 bounds each part; the bounds also stop a hostile peer from sending megabytes.
const namespacePattern = /^[-a-z0-9]{3,8}$/
const referencePattern = /^[-_a-zA-Z0-9]{1,32}$/

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
