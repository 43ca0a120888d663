import type { Network } from './network.ts'

/** Whether this is the placeholder of `unsupportedNetwork`. */
export function isUnsupportedNetwork(network: Network): boolean {
  return network.name === 'unsupported' && network.rpcUrls.default.http.length === 0
}
