import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as networks from 'latchkey/networks'
import { isAddress } from 'viem'
import { afterAll, expect, it } from 'vitest'
import { EnvironmentError } from '../../core/settings/environmentError.ts'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { chainAddress, isReadable, machineOf } from '../namespaces/namespaces.ts'
import { createChainBook } from './createChainBook.ts'
import { knownChains } from './knownChains.ts'
import { knownTokens } from './knownTokens.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-chains-'))
afterAll(() => rmSync(folder, { recursive: true }))

const token = {
  chainId: 1,
  address: '0x00000000000000000000000000000000000a11ce',
  name: 'Alice',
  symbol: 'ALC',
  decimals: 9,
  logoURI: 'https://x.example/a.svg',
}

function bookOf(environment: Record<string, string>) {
  const { rpcUpstreams, chains } = parseEnvironment(environment)
  return createChainBook({ served: rpcUpstreams.keys(), settings: chains })
}

it('knows each EVM and Solana network that the widget ships, once, and no other', () => {
  const shipped = Object.values(networks).flatMap(each =>
    typeof each === 'object' && isReadable(each.caipNetworkId) ? each.caipNetworkId : [],
  )
  expect(knownChains.map(({ id }) => id).sort()).toEqual(shipped.sort())
})

it('every bundled address has its right checksum, and no token is there twice', () => {
  for (const { id, multicall3, wrapped } of knownChains) {
    expect(multicall3 === undefined).toBe(machineOf(id) !== 'evm')
    for (const address of [multicall3, wrapped])
      expect(address === undefined || isAddress(address)).toBe(true)
  }
  for (const [chain, tokens] of knownTokens) {
    expect(knownChains.map(({ id }) => id)).toContain(chain)
    expect(tokens.every(({ address }) => chainAddress(chain, address) === address)).toBe(true)
    expect(new Set(tokens.map(({ address }) => address)).size).toBe(tokens.length)
  }
})

it('knows exactly the served chains', () => {
  const book = bookOf({
    RPC_UPSTREAMS: '{"eip155:8453":["https://a.example"],"eip155:99":["https://b.example"]}',
  })
  expect(book.served).toEqual(['eip155:8453', 'eip155:99'])
  expect(book.find('eip155:8453')).toMatchObject({ name: 'Base', testnet: false })
  expect([book.find('eip155:1'), book.find('eip155:99')]).toEqual([undefined, undefined])
  expect(book.tokens('eip155:1')).toEqual([])
  expect(book.token('eip155:8453', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')?.symbol).toBe('USDC')
  expect(book.symbols('eip155:8453')).toContain('ETH')
})

it('takes an operator’s chains and token lists, whose word wins', () => {
  const path = join(folder, 'list.json')
  const usdc = { ...token, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', name: 'Circle dollar' }
  writeFileSync(path, JSON.stringify({ name: 'Mine', tokens: [token, usdc, { ...token, chainId: 5 }] }))
  const facts = { name: 'Own', nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 6 } }
  const book = bookOf({
    RPC_UPSTREAMS: '{"eip155:1":["https://a.example"],"eip155:99":["https://b.example"]}',
    CHAINS: JSON.stringify({ 'eip155:99': facts }),
    TOKEN_LISTS: path,
  })
  expect(book.find('eip155:99')).toMatchObject({ ...facts, testnet: false })
  expect(book.token('eip155:1', token.address)).toMatchObject({ symbol: 'ALC', decimals: 9 })
  expect(book.token('eip155:1', usdc.address)?.name).toBe('Circle dollar')
})

const cluster = 'solana:8KaaGZbMUyVEjJpuWTZYMECaZMrzF3Tu'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const described = JSON.stringify({
  [cluster]: { name: 'Dogwood', nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 } },
})

it('takes a chain that has no number, and names it in token lists by its CAIP-2 id', () => {
  const path = join(folder, 'mints.json')
  writeFileSync(path, JSON.stringify({ tokens: [token, { ...token, chainId: cluster, address: mint }] }))
  const book = bookOf({
    RPC_UPSTREAMS: JSON.stringify({ [cluster]: ['https://a.example'] }),
    CHAINS: described,
    TOKEN_LISTS: path,
  })
  expect(book.find(cluster)).toMatchObject({ name: 'Dogwood', multicall3: undefined, testnet: false })
  expect(book.token(cluster, mint)).toMatchObject({ symbol: 'ALC', address: mint })
  expect(book.symbols(cluster)).toEqual(new Set(['ALC', 'SOL']))
  // The case of each letter counts.
  expect(book.token(cluster, mint.toLowerCase())).toBeUndefined()
})

it.each([
  ['an EVM address on a Solana chain', cluster, token.address],
  ['a mint on an EVM chain', 1, mint],
  ['a chain in words', 'solana', mint],
  ['a mint with a letter too few', cluster, mint.slice(2)],
])('a list with %s is refused', (_what, chainId, address) => {
  const path = join(folder, 'wrong.json')
  writeFileSync(path, JSON.stringify({ tokens: [{ ...token, chainId, address }] }))
  expect(() => parseEnvironment({ TOKEN_LISTS: path })).toThrow(/TOKEN_LISTS must list files/)
})

it.each([
  ['CHAINS', '[]'],
  ['CHAINS', '{"1":{}}'],
  ['CHAINS', '{"eip155:1":{"name":"x"}}'],
  ['CHAINS', '{"eip155:1":{"name":"x","nativeCurrency":{"name":"x","symbol":"x","decimals":256}}}'],
  [
    'CHAINS',
    '{"solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp":{"name":"x","nativeCurrency":{"name":"x","symbol":"x","decimals":9},"wrapped":"0x00000000000000000000000000000000000a11ce"}}',
  ],
  ['CHAINS', '{"solana:main":{"name":"x","nativeCurrency":{"name":"x","symbol":"x","decimals":9}}}'],
  ['TOKEN_LISTS', '/nowhere/at/all'],
  ['TOKEN_LISTS', '.'],
])('%s=%s is refused in one line', (name, value) => {
  try {
    parseEnvironment({ [name]: value })
    expect.unreachable()
  } catch (error) {
    const problems = error instanceof EnvironmentError ? error.problems : []
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} must `))
  }
})

it('takes the formats of a chain whose accounts it cannot read, and lists it among none to read', () => {
  const juno = 'cosmos:juno-1'
  const environment = {
    RPC_UPSTREAMS: JSON.stringify({ [juno]: ['https://lcd.example'] }),
    CHAINS: JSON.stringify({
      [juno]: {
        name: 'Juno',
        nativeCurrency: { name: 'Juno', symbol: 'JUNO', decimals: 6 },
        format: { prefix: 'juno', denom: 'ujuno' },
      },
    }),
  }
  expect(parseEnvironment(environment).chains.described).toMatchObject([
    { id: juno, format: { prefix: 'juno', denom: 'ujuno' } },
  ])
  const book = bookOf(environment)
  expect([book.served, book.find(juno)]).toEqual([[juno], undefined])
  for (const chain of ['tezos:mainnet', 'bip122:short', 'sui:35834a8a'])
    expect(() => parseEnvironment({ CHAINS: JSON.stringify({ [chain]: {} }) })).toThrow(EnvironmentError)
})
