import type { NamespaceCase } from './NamespacesPage.ts'

/** The namespaces beyond EVM and Solana, with the wallets that the playground's page has of them. */
export const namespaceCases: readonly NamespaceCase[] = [
  {
    namespace: 'bip122',
    card: 'Bitcoin',
    wallet: 'Quarry',
    key: 'example.quarry',
    address: /^2[1-9A-HJ-NP-Za-km-z]{30,34}$/,
    text: /with your Bitcoin account:/,
    symbol: 'BTC',
  },
  {
    namespace: 'stacks',
    card: 'Stacks',
    wallet: 'Hollow',
    key: 'example.hollow',
    address: /^ST[0-9A-HJKMNP-TV-Z]{38,39}$/,
    text: /with your Stacks account:/,
    symbol: 'STX',
  },
  {
    namespace: 'cosmos',
    card: 'Cosmos',
    wallet: 'Keplr',
    key: 'example.keplr',
    address: /^cosmos1[02-9ac-hj-np-z]{38}$/,
    text: /with your Cosmos account:/,
    symbol: 'ATOM',
  },
  {
    namespace: 'polkadot',
    card: 'Polkadot',
    wallet: 'Sorrel',
    key: 'example.sorrel',
    address: /^[1-9A-HJ-NP-Za-km-z]{47,49}$/,
    text: /with your Polkadot account:/,
    symbol: 'DOT',
  },
  {
    namespace: 'sui',
    card: 'Sui',
    wallet: 'Tideway',
    key: 'example.tideway',
    address: /^0x[0-9a-f]{64}$/,
    text: /with your Sui account:/,
    symbol: 'SUI',
  },
]
