import type { NamespaceFacts } from '../../contract/namespaceFacts.ts'

/** The facts about sui that generic code uses. */
export const suiFacts: NamespaceFacts = {
  title: 'Sui',
  mainNetwork: 'sui:mainnet',
  chainIds: '[-a-z]{1,32}',
  addressShape: '0x[0-9a-fA-F]{1,64}',
  addresses: 'caseless',
  tokens: 'exact',
  transactions: { pattern: '[1-9A-HJ-NP-Za-km-z]{43,44}', spelling: 'exact' },
  explorer: { address: 'account', transaction: 'tx' },
  tabs: [],
  actions: [],
  nodes: 'graphql',
}
