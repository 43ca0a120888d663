import { expect, test } from 'vitest'
import type { CaipNetworkId } from './caip.ts'
import { solana, solanaDevnet, solanaTestnet } from './networks/solana.ts'
import { clusterOf, networkOfStandardChain, standardChainOf } from './standardChains.ts'

const dogwood: CaipNetworkId = 'solana:d0gwoodd0gwoodd0gwoodd0gwoodd0gw'
const other: CaipNetworkId = 'solana:another'

test.each<[CaipNetworkId, string]>([
  [solana.caipNetworkId, 'solana:mainnet'],
  [solanaDevnet.caipNetworkId, 'solana:devnet'],
  [solanaTestnet.caipNetworkId, 'solana:testnet'],
  [dogwood, 'solana:localnet'],
  // No name of a property of every object is a cluster.
  ['solana:constructor', 'solana:localnet'],
  ['sui:mainnet', 'sui:mainnet'],
])('%s is %s in Wallet Standard', (network, name) => {
  expect(standardChainOf(network)).toBe(name)
  if (network.startsWith('solana:')) expect(`solana:${clusterOf(network)}`).toBe(name)
})

test.each<[string, readonly CaipNetworkId[], CaipNetworkId | undefined]>([
  ['solana:mainnet', [], solana.caipNetworkId],
  ['solana:devnet', [solana.caipNetworkId], solanaDevnet.caipNetworkId],
  ['solana:localnet', [solana.caipNetworkId, dogwood, other], dogwood],
  ['solana:localnet', [solana.caipNetworkId], undefined],
  ['solana:nowhere', [dogwood], undefined],
  ['', [dogwood], undefined],
  ['sui:mainnet', ['sui:mainnet'], 'sui:mainnet'],
])('%s is one of %j: %s', (name, listed, network) => {
  expect(networkOfStandardChain(name, listed)).toBe(network)
})
