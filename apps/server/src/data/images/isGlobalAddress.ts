import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The range that is allotted to the public; everything outside is local, mapped, translated or reserved. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Blocks inside it that lead elsewhere and that the library counts as public: IETF protocols, documentation. */
const notPublic = ['2001::/23', '3fff::/20'].map(range => ipaddr.IPv6.parseCIDR(range))

/**
 * Whether an IP address is reachable from the public internet: no loopback, private, link-local, shared, documentation
 * or multicast range, and no IPv6 form that wraps an IPv4 address (mapped, NAT64, 6to4, Teredo), which can lead
 * anywhere (T95).
 */
export function isGlobalAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed.kind() === 'ipv4') return true
  return parsed.match(globalUnicast) && !notPublic.some(range => parsed.match(range))
}
