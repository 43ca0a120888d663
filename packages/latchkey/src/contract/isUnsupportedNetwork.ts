import type { Network } from './network.ts'

/** Whether a network is the placeholder that `unsupportedNetwork` makes. */
export function isUnsupportedNetwork(network: Network): boolean {
  return network.name === 'unsupported' && network.rpcUrls.default.http.length === 0
}
