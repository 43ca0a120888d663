import type { CaipNetworkId } from 'latchkey/contract'
import { rpcProxyMethods } from 'latchkey/services'
import { expect, it } from 'vitest'
import {
  addressKey,
  chainAddress,
  chainNumber,
  chainOfNumber,
  isChainAddress,
  isReadable,
  machineOf,
  servicesOf,
} from './namespaces.ts'

it('knows how to ask the nodes of every namespace that the proxy serves', () => {
  for (const namespace of Object.keys(rpcProxyMethods))
    expect(servicesOf(`${namespace}:1`)?.namespace).toBe(namespace)
})

it.each([
  'eip155',
  'eip155:',
  'constructor:1',
  '__proto__:1',
  'sui:mainnet',
  '',
  7,
  null,
  undefined,
  ['eip155:1'],
])('reads no accounts of %j', chain => {
  expect([isReadable(chain), chainNumber(chain)]).toEqual([false, undefined])
})

it.each([
  ['eip155:1', true, 1],
  ['eip155:999999999999999', true, 999_999_999_999_999],
  ['eip155:9999999999999999', true, undefined],
  ['eip155:0', false, undefined],
  ['eip155:01', false, undefined],
  ['eip155:0x1', false, undefined],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', true, undefined],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvd', false, undefined],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvd0', false, undefined],
] as const)('%s: described %s, number %s', (chain, readable, number) => {
  expect([isReadable(chain), chainNumber(chain)]).toEqual([readable, number])
})

it('names a chain by its number and back', () => {
  expect(chainNumber(chainOfNumber(10))).toBe(10)
})

it('spells an EVM address one way, and leaves a base58 address as it is: its case means something', () => {
  const mixed = '0xDEADbeefDEADbeefDEADbeefDEADbeefDEADbeef'
  expect(addressKey('eip155:1', mixed)).toBe(mixed.toLowerCase())
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  expect(addressKey('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as CaipNetworkId, mint)).toBe(mint)
})

it('writes an address as answers have it, and refuses one of another kind', () => {
  const cluster = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as CaipNetworkId
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const small = '0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef'
  expect(chainAddress(cluster, mint)).toBe(mint)
  // Too short, a letter that base58 has not, and the other kind.
  for (const other of [mint.slice(2), mint.replace('E', '0'), small, '', `${mint} `])
    expect(chainAddress(cluster, other)).toBeUndefined()
  expect(chainAddress('eip155:1', small)).toBe('0xDeaDbeefdEAdbeefdEadbEEFdeadbeEFdEaDbeeF')
  expect(chainAddress('eip155:1', mint)).toBeUndefined()
  expect([isChainAddress('eip155:1', small), isChainAddress(cluster, small)]).toEqual([true, false])
  expect([machineOf('eip155:1'), machineOf(cluster), machineOf('sui:mainnet')]).toEqual([
    'evm',
    'svm',
    undefined,
  ])
})
