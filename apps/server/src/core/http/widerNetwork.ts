/**
 * Returns the next wider network of a client as `createClientAddress` names it: the /48 of an IPv6 /64, which one customer
 * may own with all its 65,536 networks. Undefined for IPv4: its neighbors are other people, often behind one carrier's
 * translation.
 */
export function widerNetwork(client: string): string | undefined {
  const [, first] = /^((?:[\da-f]{1,4}:){3})[\da-f]{1,4}::\/64$/.exec(client) ?? []
  return first === undefined ? undefined : `${first}:/48`
}
