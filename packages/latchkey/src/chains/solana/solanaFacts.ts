import type { NamespaceFacts } from '../../contract/namespaceFacts.ts'

/** The facts about solana that generic code uses. The case of every letter of an id is part of it (base58). */
export const solanaFacts: NamespaceFacts = {
  title: 'Solana',
  mainNetwork: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainIds: '[1-9A-HJ-NP-Za-km-z]{32}',
  addressShape: '[1-9A-HJ-NP-Za-km-z]{32,44}',
  addresses: 'exact',
  tokens: 'exact',
  // 64 bytes in base58.
  transactions: { pattern: '[1-9A-HJ-NP-Za-km-z]{64,88}', spelling: 'exact' },
  explorer: { address: 'address', transaction: 'tx' },
  tabs: ['tokens', 'nfts'],
  actions: ['send', 'buy'],
  earlySignIn: '11111111111111111111111111111111',
  embedded: 'standard',
}
