import { widerNetwork } from '../../core/http/widerNetwork.ts'

/** Names a client and its network by keyed digests; both are one where only the client itself can be told apart. */
export function clientOf(
  nameOf: (...texts: readonly string[]) => string,
  client: string,
): { readonly client: string; readonly network: string } {
  const network = widerNetwork(client)
  const name = nameOf('client', client)
  return { client: name, network: network === undefined ? name : nameOf('network', network) }
}
