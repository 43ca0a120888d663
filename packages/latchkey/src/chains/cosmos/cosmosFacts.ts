import type { NamespaceFacts } from '../../contract/namespaceFacts.ts'

/** The facts about cosmos that generic code uses. */
export const cosmosFacts: NamespaceFacts = {
  title: 'Cosmos',
  mainNetwork: 'cosmos:cosmoshub-4',
  chainIds: '[-a-zA-Z0-9]{1,32}',
  addressShape: '[a-z][a-z0-9]{0,82}1(?:[02-9ac-hj-np-z]{38}|[02-9ac-hj-np-z]{58})',
  addresses: 'exact',
  tokens: 'exact',
  transactions: { pattern: '[0-9A-F]{64}', spelling: 'caseless' },
  explorer: { address: 'address', transaction: 'tx' },
  tabs: [],
  actions: [],
  nodes: 'rest',
}
