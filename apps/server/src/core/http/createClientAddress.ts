import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { AppContext } from './appTypes.ts'

/** Proxies in a row that are looked through; a longer list is hostile. */
const mostHops = 20

/**
 * Returns the client that a request counts for: the socket's address, or the one that trusted proxies forwarded.
 * `X-Forwarded-For` is read from the right and believed only while each hop is trusted, so a forged one changes nothing
 * (T102). IPv6 clients count by their /64, because one household owns all of it.
 */
export function createClientAddress(trustedProxies: readonly string[]): (c: AppContext) => string {
  const addressOf = createAddressReader(trustedProxies)
  return c => addressOf(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'))
}

/** Reads the client's address for requests outside the app, such as the handshake of a socket. */
export function createAddressReader(
  trustedProxies: readonly string[],
): (remoteAddress: string | undefined, forwardedFor: string | undefined) => string {
  const trusted = new BlockList()
  for (const range of trustedProxies) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return (remoteAddress, forwardedFor) => {
    let client = plainAddress(remoteAddress ?? '')
    if (client === undefined) return 'unknown'
    if (isTrusted(client)) {
      const hops = (forwardedFor ?? '').split(',').slice(-mostHops)
      while (isTrusted(client)) {
        const hop = plainAddress(hops.pop() ?? '')
        if (hop === undefined) break
        client = hop
      }
    }
    return isIP(client) === 6 ? network64(client) : client
  }
}

/** The address without zone, port, brackets or IPv4-in-IPv6 wrapping; undefined when it is none. */
function plainAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d{1,5})?$/, '$1')
    .replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, '$1')
    .replace(/%.*$/, '')
  // Node's own word first: the library also reads numbers and octal as IPv4.
  const version = isIP(bare)
  if (version === 0) return undefined
  // And it takes the outdated ::1.2.3.4 for a mapping, but not the same address in hexadecimal digits, as a URL writes it.
  return ipaddr.process(version === 6 ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : bare).toString()
}

function network64(address: string): string {
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${groups.map(group => group.toString(16)).join(':')}::/64`
}
