import { expect, test } from 'vitest'
import { explorerLink } from '../../contract/explorerLink.ts'
import type { ExplorerPaths } from '../../contract/namespaceFacts.ts'
import { type Network, toNetwork } from '../../contract/network.ts'
import { mainnet } from '../../contract/networks/evm.ts'
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
