import * as chains from 'viem/chains'
import { expect, test } from 'vitest'
import { explorerLink } from './explorerLink.ts'
import { isUnsupportedNetwork } from './isUnsupportedNetwork.ts'
import { type NetworkInput, toNetwork, unsupportedNetwork } from './network.ts'

const input: NetworkInput = {
  id: 31337,
  name: 'Alder',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
}

test('a chain of viem or wagmi is taken as it is', () => {
  expect(toNetwork(chains.baseSepolia)).toEqual({
    chainNamespace: 'eip155',
    caipNetworkId: 'eip155:84532',
    id: 84532,
    name: 'Base Sepolia',
    nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: {
      default: { http: ['https://sepolia.base.org'] },
      chainDefault: { http: ['https://sepolia.base.org'] },
    },
    testnet: true,
    blockExplorers: { default: { name: 'Basescan', url: 'https://sepolia.basescan.org' } },
  })
})

test('every chain that viem knows is taken', () => {
  for (const chain of Object.values(chains)) {
    if (typeof chain !== 'object' || !('rpcUrls' in chain)) continue
    expect(toNetwork(chain as NetworkInput).caipNetworkId).toBe(`eip155:${chain.id}`)
  }
})

test('a network of ours comes through unchanged, and its own URLs survive an override', () => {
  const network = toNetwork(input)
  expect(toNetwork(network)).toEqual(network)
  const overridden = {
    ...network,
    rpcUrls: { ...network.rpcUrls, default: { http: ['https://proxy.example'] } },
  }
  expect(toNetwork(overridden).rpcUrls).toEqual({
    default: { http: ['https://proxy.example'] },
    chainDefault: { http: ['http://127.0.0.1:8545'] },
  })
})

test('what the host changes later does not reach the copy', () => {
  const http = ['https://rpc.example']
  const network = toNetwork({ ...input, rpcUrls: { default: { http } } })
  http.push('https://evil.example')
  expect(network.rpcUrls.default.http).toEqual(['https://rpc.example'])
})

const wrong: [string, unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['a text', 'mainnet'],
  ['a number', 1],
  ['a list', [input]],
  ['an empty object', {}],
  ['no id', { ...input, id: '' }],
  ['an id of another network', { ...input, caipNetworkId: 'eip155:1' }],
  ['an id of another namespace', { ...input, caipNetworkId: 'solana:31337' }],
  ['no name', { ...input, name: '' }],
  ['a name that is a number', { ...input, name: 7 }],
  ['no URLs', { ...input, rpcUrls: undefined }],
  ['URLs that are a text', { ...input, rpcUrls: { default: { http: 'https://rpc.example' } } }],
  ['a URL of another scheme', { ...input, rpcUrls: { default: { http: ['javascript:alert(1)'] } } }],
  ['a URL that is a number', { ...input, rpcUrls: { default: { http: [8545] } } }],
  ['no currency', { ...input, nativeCurrency: undefined }],
  ['half a decimal', { ...input, nativeCurrency: { decimals: 1.5 } }],
  ['negative decimals', { ...input, nativeCurrency: { decimals: -1 } }],
  ['a billion decimals', { ...input, nativeCurrency: { decimals: 1e9 } }],
  ['decimals that are a text', { ...input, nativeCurrency: { decimals: '18' } }],
  ['a scripted explorer', { ...input, blockExplorers: { default: { name: 'x', url: 'javascript:1' } } }],
]

test.each(wrong)('a network with or as %s is one clear error that names it', (_name, value) => {
  expect(() => toNetwork(value as NetworkInput)).toThrow(
    expect.objectContaining({
      name: 'LatchkeyError',
      code: 'CONFIG_INVALID',
      kind: 'invalid',
      message: expect.stringMatching(/^Invalid configuration: network /),
    }),
  )
})

const words = { address: 'address', transaction: 'tx' }

test('explorers without a default are no reason to refuse a network', () => {
  const network = toNetwork({ ...input, blockExplorers: {} } as unknown as NetworkInput)
  expect(explorerLink(network, 'transaction', '0xabc', words)).toBeUndefined()
})

test('SPEC §3 the placeholder is called unsupported and keeps the real chain id', () => {
  const placeholder = unsupportedNetwork('eip155:424242')
  expect(placeholder).toEqual({
    chainNamespace: 'eip155',
    caipNetworkId: 'eip155:424242',
    id: '424242',
    name: 'unsupported',
    nativeCurrency: { name: '', decimals: 0, symbol: '' },
    rpcUrls: { default: { http: [] } },
  })
  expect(isUnsupportedNetwork(placeholder)).toBe(true)
  expect(isUnsupportedNetwork(toNetwork({ ...input, name: 'unsupported' }))).toBe(false)
})

test.each([
  ['https://etherscan.io', 'address', '0xabc', 'https://etherscan.io/address/0xabc'],
  ['https://etherscan.io/', 'transaction', '0xabc', 'https://etherscan.io/tx/0xabc'],
  ['https://filfox.info/en', 'transaction', '0xabc', 'https://filfox.info/en/tx/0xabc'],
  [
    'https://explorer.solana.com/?cluster=devnet',
    'address',
    'Ab',
    'https://explorer.solana.com/address/Ab?cluster=devnet',
  ],
  ['https://etherscan.io', 'address', '../?x#y', 'https://etherscan.io/address/..%2F%3Fx%23y'],
  ['http://', 'address', '0xabc', undefined],
] as const)('the explorer %s shows %s %s at %s', (url, page, id, link) => {
  const network = { ...toNetwork(input), blockExplorers: { default: { name: 'Explorer', url } } }
  expect(explorerLink(network, page, id, words)).toBe(link)
})

test('a network without explorer has no link', () => {
  expect(explorerLink(toNetwork(input), 'transaction', '0xabc', words)).toBeUndefined()
})
