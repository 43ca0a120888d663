import type { NamespaceFacts } from '../../contract/namespaceFacts.ts'

/** The facts about eip155 that generic code uses. The case of an address is its checksum (EIP-55). */
export const evmFacts: NamespaceFacts = {
  title: 'Ethereum',
  mainNetwork: 'eip155:1',
  chainIds: '[1-9]\\d{0,15}',
  addressShape: '0x[\\da-fA-F]{40}',
  addresses: 'caseless',
  tokens: 'caseless',
  transactions: { pattern: '0x[\\da-fA-F]{64}', spelling: 'caseless' },
  explorer: { address: 'address', transaction: 'tx' },
  tabs: ['tokens', 'nfts', 'activity'],
  actions: ['send', 'swap', 'buy'],
  embedded: 'eip1193',
  earlySignIn: '0x0000000000000000000000000000000000000000',
  names: { coinType: 60, perChain: true },
}
