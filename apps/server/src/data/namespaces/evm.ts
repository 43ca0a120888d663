import { viem } from '../../core/libraries/viem.ts'
import { evmBundlers } from './evmBundlers.ts'
import { evmNodes } from './evmNodes.ts'
import type { NamespaceServices } from './namespaceServices.ts'

const namespace = 'eip155'

/** Ethereum and the chains like it. */
export const evm: NamespaceServices = {
  namespace,
  nodes: evmNodes,
  hasContractAccounts: true,
  bundlers: evmBundlers,
  reads: {
    machine: 'evm',
    isReference: reference => /^[1-9]\d{0,15}$/.test(reference),
    // Whatever the store's integers and a double both hold.
    numberOf: reference => (/^[1-9]\d{0,14}$/.test(reference) ? Number(reference) : undefined),
    ofNumber: number => `${namespace}:${number}`,
    keyOf: address => (/^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : undefined),
    addressOf: address => (viem().isAddress(address) ? viem().getAddress(address) : undefined),
    // Every chain's own currency goes by ether's number, whatever its symbol: the network already says which one it is.
    assets: { tokens: 'erc20', coin: 60 },
    transactionOf: hash => (/^0x[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : undefined),
  },
}
