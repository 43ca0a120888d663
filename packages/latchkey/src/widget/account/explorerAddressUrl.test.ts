import { expect, test } from 'vitest'
import type { Network } from '../../contract/network.ts'
import { mainnet } from '../../contract/networks/evm.ts'
import { explorerAddressUrl } from './explorerAddressUrl.ts'

const network = (url: string, chainNamespace = 'eip155'): Network => ({
  ...mainnet,
  chainNamespace,
  blockExplorers: { default: { name: 'Explorer', url } },
})

const table: readonly (readonly [explorer: string, namespace: string, expected: string | undefined])[] = [
  ['https://etherscan.io', 'eip155', 'https://etherscan.io/address/abc'],
  ['https://etherscan.io/', 'eip155', 'https://etherscan.io/address/abc'],
  ['https://scan.example/chain/', 'eip155', 'https://scan.example/chain/address/abc'],
  [
    'https://explorer.solana.com?cluster=devnet',
    'solana',
    'https://explorer.solana.com/account/abc?cluster=devnet',
  ],
  ['http://127.0.0.1:4000', 'eip155', 'http://127.0.0.1:4000/address/abc'],
  ['javascript:alert(1)//', 'eip155', undefined],
  ['no url', 'eip155', undefined],
]

test.each(table)('%s of %s leads to %s', (explorer, namespace, expected) => {
  expect(explorerAddressUrl(network(explorer, namespace), 'abc')).toBe(expected)
})

test('an address cannot leave its folder', () => {
  expect(explorerAddressUrl(network('https://etherscan.io'), '../token/x?y#z')).toBe(
    'https://etherscan.io/address/..%2Ftoken%2Fx%3Fy%23z',
  )
})
