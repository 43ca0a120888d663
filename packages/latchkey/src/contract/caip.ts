/**
 * Chain-agnostic identifiers: CAIP-2 networks and CAIP-10 addresses (SPEC §3, §5). The first chunk of a page has them;
 * what takes them apart is in `parseCaip.ts`.
 */
import type { knownNamespaces } from './namespaces.ts'

/** A CAIP-2 namespace. The union is open: editors complete the known ones, and any other string is allowed. */
export type ChainNamespace = (typeof knownNamespaces)[number] | (string & {})

/** A network id as CAIP-2 defines it: `namespace:chainId`. */
export type CaipNetworkId = `${string}:${string}`

/** An account id as CAIP-10 defines it: `namespace:chainId:address`. */
export type CaipAddress = `${string}:${string}:${string}`

// CAIP-2 bounds each part; the bounds also stop a hostile peer from sending megabytes.
const namespacePattern = /^[-a-z0-9]{3,8}$/
const referencePattern = /^[-_a-zA-Z0-9]{1,32}$/

/** Whether a value is a CAIP-2 id, and of the given namespace when one is named. */
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

/** Returns the namespace of a CAIP-2 or CAIP-10 id. */
export function namespaceOf(id: CaipNetworkId | CaipAddress): ChainNamespace {
  return id.slice(0, id.indexOf(':'))
}

/** Returns the address of a CAIP-10 id, empty when there is none. */
export function addressOf(id: CaipAddress): string {
  return id.split(':')[2] ?? ''
}

/** Returns the network id of a CAIP-10 id. */
export function networkIdOf(id: CaipAddress): CaipNetworkId {
  return id.slice(0, id.lastIndexOf(':')) as CaipNetworkId
}

/** Joins a network id and an address to a CAIP-10 id. */
export function toCaipAddress(network: CaipNetworkId, address: string): CaipAddress {
  return `${network}:${address}` as CaipAddress
}
