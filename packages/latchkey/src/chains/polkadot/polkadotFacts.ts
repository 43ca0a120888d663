import type { NamespaceFacts } from '../../contract/namespaceFacts.ts'

/** The facts about polkadot that generic code uses. */
export const polkadotFacts: NamespaceFacts = {
  title: 'Polkadot',
  mainNetwork: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  chainIds: '[0-9a-f]{32}',
  addressShape: '[1-9A-HJ-NP-Za-km-z]{46,50}',
  addresses: 'exact',
  tokens: 'exact',
  transactions: { pattern: '0x[0-9a-f]{64}', spelling: 'caseless' },
  explorer: { address: 'account', transaction: 'extrinsic' },
  tabs: [],
  actions: [],
}
