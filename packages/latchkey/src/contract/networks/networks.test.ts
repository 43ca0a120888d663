import * as chains from 'viem/chains'
import { expect, test } from 'vitest'
import * as door from '../../networks.ts'
import { type Network, toNetwork } from '../network.ts'
import * as bitcoin from './bitcoin.ts'
import * as cosmos from './cosmos.ts'
import * as evm from './evm.ts'
import * as polkadot from './polkadot.ts'
import * as solana from './solana.ts'
import * as stacks from './stacks.ts'
import * as sui from './sui.ts'

const evmNetworks: [string, Network][] = Object.entries(evm)
const solanaNetworks: [string, Network][] = Object.entries(solana)
const otherNetworks: [string, Network][] = [bitcoin, cosmos, polkadot, stacks, sui].flatMap(part =>
  Object.entries(part as Readonly<Record<string, Network>>),
)
const all = [...evmNetworks, ...solanaNetworks, ...otherNetworks]
const trimmed = (url: string | undefined): string | undefined => url?.replace(/\/$/, '')

/** The EVM networks of SPEC §9; others may be added. */
const known = [
  1, 10, 25, 56, 100, 130, 137, 146, 324, 480, 1284, 1329, 5000, 8453, 42161, 42220, 43114, 59144, 80094,
  81457, 534352, 7777777, 84532, 11155111,
]

test('SPEC §9 known networks: 24 EVM ids and 3 Solana ids', () => {
  const ids = evmNetworks.map(([, network]) => network.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining(known))
  expect(known).toHaveLength(24)
  expect(Object.fromEntries(solanaNetworks.map(([name, network]) => [name, network.caipNetworkId]))).toEqual({
    solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    solanaTestnet: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    solanaDevnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  })
  // SPEC §9 "Swap networks" names these.
  for (const id of [1, 10, 56, 137, 42161, 8453]) {
    expect(evmNetworks.map(([, network]) => network.id)).toContain(id)
  }
})

test.each(evmNetworks)('%s agrees with viem', (name, network) => {
  const chain = (chains as Readonly<Record<string, chains.Chain>>)[name]
  expect(chain).toBeDefined()
  expect(network.id).toBe(chain?.id)
  expect(network.name).toBe(chain?.name)
  expect(network.nativeCurrency).toEqual(chain?.nativeCurrency)
  expect(network.testnet ?? false).toBe(chain?.testnet ?? false)
  expect(network.blockExplorers?.default.name).toBe(chain?.blockExplorers?.default.name)
  expect(network.blockExplorers?.default.url).toBe(trimmed(chain?.blockExplorers?.default.url))
  expect(network.rpcUrls.default.http.map(trimmed)).toContain(trimmed(chain?.rpcUrls.default.http[0]))
})

test.each(all)('%s is a whole network: id, https URLs, explorer, image', (_name, network) => {
  expect(network.caipNetworkId).toBe(`${network.chainNamespace}:${network.id}`)
  expect(network.assets?.imageId).toBe(network.caipNetworkId)
  expect(network.rpcUrls.default.http.length).toBeGreaterThan(0)
  for (const url of [...network.rpcUrls.default.http, network.blockExplorers?.default.url ?? '']) {
    expect(new URL(url).protocol).toBe('https:')
  }
  expect(toNetwork(network)).toMatchObject(network)
})

test('Solana networks know the ids that older peers send', () => {
  expect(solana.solana.deprecatedCaipNetworkId).toBe('solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ')
  expect(solana.solanaDevnet.deprecatedCaipNetworkId).toBe('solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K')
  expect(solanaNetworks.map(([, network]) => network.nativeCurrency.decimals)).toEqual([9, 9, 9])
})

test('the door has every network and defineNetwork', () => {
  expect(Object.keys(door).sort()).toEqual([...all.map(([name]) => name), 'defineNetwork'].sort())
  expect(door.defineNetwork(chains.hoodi)).toMatchObject({ caipNetworkId: 'eip155:560048', testnet: true })
})
