import { isIP } from 'node:net'

/**
 * The visitor's address as vendors take one, by what a request is counted on (`clientAddress`): the first address of an IPv6 network stands
 * for all of it. Undefined where it is not known.
 */
export function clientIp(counted: string): string | undefined {
  const address = counted.replace(/\/64$/, '')
  return isIP(address) === 0 ? undefined : address
}
