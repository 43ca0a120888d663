import type { NamespaceFacts } from '../../contract/namespaceFacts.ts'

/** The facts about stacks that generic code uses. */
export const stacksFacts: NamespaceFacts = {
  title: 'Stacks',
  mainNetwork: 'stacks:1',
  chainIds: '[0-9]{1,10}',
  addressShape: 'S[0-9A-HJKMNP-TV-Z]{27,40}',
  addresses: 'exact',
  tokens: 'exact',
  transactions: { pattern: '(?:0x)?[0-9a-f]{64}', spelling: 'caseless' },
  explorer: { address: 'address', transaction: 'txid' },
  tabs: [],
  actions: [],
  nodes: 'rest',
  prompt: 'bitcoin',
}
