import { parseEvmChain } from './evmMethods.ts'
import type { PairedRules } from './pairedRules.ts'
import { requestEvm } from './requestEvm.ts'

/** EIP-1193: hexadecimal chain ids, one address on every chain, and the chain's own nodes for what only reads. */
export const evmRules: PairedRules = {
  sharesAddresses: true,
  events: { chainChanged: 'chain', accountsChanged: 'accounts' },
  chainName: chain => `0x${Number(referenceOf(chain)).toString(16)}`,
  readChain: (data, chain) => parseEvmChain(chainIn(data)) ?? parseEvmChain(referenceOf(chain)),
  request: requestEvm,
}

function referenceOf(chain: string): string {
  return chain.slice(chain.indexOf(':') + 1)
}

/** Wallets send the id, or an object that holds it. */
function chainIn(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'chainId' in data ? data.chainId : data
}
