import { expect, test } from 'vitest'
import { bitcoinFacts } from '../../chains/bitcoin/bitcoinFacts.ts'
import { cosmosFacts } from '../../chains/cosmos/cosmosFacts.ts'
import { polkadotFacts } from '../../chains/polkadot/polkadotFacts.ts'
import { stacksFacts } from '../../chains/stacks/stacksFacts.ts'
import { suiFacts } from '../../chains/sui/suiFacts.ts'
import { explorerLink } from '../../contract/explorerLink.ts'
import type { ExplorerPaths } from '../../contract/namespaceFacts.ts'
import { type Network, toNetwork } from '../../contract/network.ts'
import { bitcoin, bitcoinTestnet4 } from '../../contract/networks/bitcoin.ts'
import { osmosis } from '../../contract/networks/cosmos.ts'
import { mainnet } from '../../contract/networks/evm.ts'
import { polkadotAssetHub } from '../../contract/networks/polkadot.ts'
import { stacks, stacksTestnet } from '../../contract/networks/stacks.ts'
import { sui } from '../../contract/networks/sui.ts'
import { explorerAddressUrl } from './explorerAddressUrl.ts'

const network = (url: string, paths?: Partial<ExplorerPaths>): Network => ({
  ...mainnet,
  blockExplorers: { default: { name: 'Explorer', url, ...(paths && { paths }) } },
})

const words: ExplorerPaths = { address: 'address', transaction: 'tx' }

const table: readonly (readonly [
  explorer: string,
  paths: Partial<ExplorerPaths> | undefined,
  expected: string | undefined,
])[] = [
  ['https://etherscan.io', undefined, 'https://etherscan.io/address/abc'],
  ['https://etherscan.io/', undefined, 'https://etherscan.io/address/abc'],
  ['https://scan.example/chain/', undefined, 'https://scan.example/chain/address/abc'],
  [
    'https://scan.example?cluster=devnet',
    { address: 'account' },
    'https://scan.example/account/abc?cluster=devnet',
  ],
  ['https://scan.example', { transaction: 'extrinsic' }, 'https://scan.example/address/abc'],
  ['http://127.0.0.1:4000', undefined, 'http://127.0.0.1:4000/address/abc'],
  ['javascript:alert(1)//', undefined, undefined],
  ['no url', undefined, undefined],
]

test.each(table)('%s with the paths %o leads to %s', (explorer, paths, expected) => {
  expect(explorerAddressUrl(network(explorer, paths), 'abc', words)).toBe(expected)
})

test('a transaction has its own path word, which the network can replace', () => {
  const subscan = network('https://scan.example', { transaction: 'extrinsic' })
  expect(explorerLink(subscan, 'transaction', 'abc', words)).toBe('https://scan.example/extrinsic/abc')
  expect(explorerLink(network('https://scan.example'), 'transaction', 'abc', words)).toBe(
    'https://scan.example/tx/abc',
  )
})

test("the host's explorer path words are used", () => {
  const listed = toNetwork(network('https://scan.example', { address: 'account', transaction: 'txid' }))
  expect(listed.blockExplorers?.default.paths).toEqual({ address: 'account', transaction: 'txid' })
})

test('an address cannot escape its path', () => {
  expect(explorerAddressUrl(network('https://etherscan.io'), '../token/x?y#z', words)).toBe(
    'https://etherscan.io/address/..%2Ftoken%2Fx%3Fy%23z',
  )
})

test.each([
  [bitcoin, bitcoinFacts, 'https://mempool.space/address/abc', 'https://mempool.space/tx/abc'],
  [
    bitcoinTestnet4,
    bitcoinFacts,
    'https://mempool.space/testnet4/address/abc',
    'https://mempool.space/testnet4/tx/abc',
  ],
  [
    stacks,
    stacksFacts,
    'https://explorer.hiro.so/address/abc?chain=mainnet',
    'https://explorer.hiro.so/txid/abc?chain=mainnet',
  ],
  [
    stacksTestnet,
    stacksFacts,
    'https://explorer.hiro.so/address/abc?chain=testnet',
    'https://explorer.hiro.so/txid/abc?chain=testnet',
  ],
  [
    polkadotAssetHub,
    polkadotFacts,
    'https://assethub-polkadot.subscan.io/account/abc',
    'https://assethub-polkadot.subscan.io/extrinsic/abc',
  ],
  [sui, suiFacts, 'https://suiscan.xyz/mainnet/account/abc', 'https://suiscan.xyz/mainnet/tx/abc'],
  [
    osmosis,
    cosmosFacts,
    'https://www.mintscan.io/osmosis/address/abc',
    'https://www.mintscan.io/osmosis/tx/abc',
  ],
] as const)(
  '$name: the pages of an address and a transaction',
  (listed, { explorer }, address, transaction) => {
    expect(explorerAddressUrl(listed, 'abc', explorer)).toBe(address)
    expect(explorerLink(listed, 'transaction', 'abc', explorer)).toBe(transaction)
  },
)
