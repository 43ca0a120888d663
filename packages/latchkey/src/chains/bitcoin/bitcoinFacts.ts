import type { NamespaceFacts } from '../../contract/namespaceFacts.ts'

/** The facts about bip122 that generic code uses. */
export const bitcoinFacts: NamespaceFacts = {
  title: 'Bitcoin',
  mainNetwork: 'bip122:000000000019d6689c085ae165831e93',
  chainIds: '[0-9a-f]{32}',
  addressShape: '[a-zA-Z0-9]{26,90}',
  addresses: 'exact',
  tokens: 'exact',
  transactions: { pattern: '[0-9a-f]{64}', spelling: 'caseless' },
  explorer: { address: 'address', transaction: 'tx' },
  tabs: [],
  actions: [],
  nodes: 'rest',
  prompt: 'bitcoin',
}
