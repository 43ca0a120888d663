import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The range that is allotted to the public; everything outside is local, mapped, translated or reserved. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Blocks inside it that lead elsewhere and that the library counts as public: IETF protocols, documentation. */
const notPublic = ['2001::/23', '3fff::/20'].map(range => ipaddr.IPv6.parseCIDR(range))

/**
 * Addresses that are allotted to the public and that a cloud answers inside itself: Azure's host of a virtual machine with
 * its keys and settings, and IBM's services for machines of its cloud. All other clouds' metadata addresses that we know
 * are link-local, shared or private.
 */
const ofClouds = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map(range =>
  ipaddr.IPv4.parseCIDR(range),
)

/**
 * Whether an IP address is reachable from the public internet: no loopback, private, link-local, shared, documentation
 * or multicast range, and no IPv6 form that wraps an IPv4 address (mapped, NAT64, 6to4, Teredo), which can lead
 * anywhere; and no address under which a cloud gives its machines their metadata (T95).
 */
export function isGlobalAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv4) return !ofClouds.some(range => parsed.match(range))
  return parsed.match(globalUnicast) && !notPublic.some(range => parsed.match(range))
}
