import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { devAccounts } from '../chains/devAccounts.ts'
import { demandNetworks, dogwood, localChains } from '../chains/devNetworks.ts'
import { devContracts } from '../contracts/contractPlan.ts'
import { devTokens } from '../solana/seed/devMints.ts'

/** The taxed token is left out, so that a token which is on no list can be seen. */
const tokens = [
  { address: devContracts.weth, name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 },
  { address: devContracts.usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  { address: devContracts.dai, name: 'Dai Stablecoin', symbol: 'DAI', decimals: 18 },
  { address: devContracts.tether, name: 'Tether USD', symbol: 'USDT', decimals: 6 },
  { address: devContracts.thin, name: 'Rare Token', symbol: 'RARE', decimals: 18 },
] as const
/** Dogwood's tokens that do not name themselves. */
const mints = [devTokens.usdc, devTokens.jade]
/** Dogwood has no market: these prices are made up, in dollars, and the other tokens have none. */
const mintPrices = { native: 150, [devTokens.usdc.address]: 1 }

const onDemand = Object.values(demandNetworks).map(network => ({
  caipNetworkId: network.caipNetworkId,
  name: network.name,
  nativeCurrency: network.nativeCurrency,
  ...('format' in network && { format: network.format }),
}))

/**
 * Returns the services' variables for the local chains: names and currencies, trusted tokens (in a list that is written
 * into the folder), swaps and prices from the local exchange, and history from the first block. Swaps are only for the chains that run.
 */
export function chainVariables(
  folder: string,
  running: readonly number[] = localChains.map(({ id }) => id),
): Readonly<Record<string, string>> {
  const described = localChains.map(({ id, name, testnet }) => [
    `eip155:${id}`,
    {
      name,
      testnet,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      wrapped: devContracts.weth,
      routers: [devContracts.swapRouter],
    },
  ])
  const solana = { name: 'Solana', symbol: 'SOL', decimals: 9 }
  const dollar = { address: devContracts.usdc, decimals: 6 }
  const exchanges = localChains.map(({ id }) => [
    `eip155:${id}`,
    { factory: devContracts.swapFactory, dollar },
  ])
  const { swapFactory: factory, swapRouter: router, weth, usdc, dai } = devContracts
  const pools = running.map(id => [`eip155:${id}`, { factory, router, bases: [weth, usdc, dai] }])
  const list = join(folder, 'tokens.json')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(
    list,
    JSON.stringify({
      name: 'Latchkey development',
      tokens: [
        ...localChains.flatMap(({ id }) => tokens.map(token => ({ chainId: id, ...token }))),
        ...mints.map(({ address, name, symbol, decimals }) => ({
          chainId: dogwood.caipNetworkId,
          address,
          name,
          symbol,
          decimals,
        })),
      ],
    }),
  )
  return {
    CHAINS: JSON.stringify({
      ...Object.fromEntries(described),
      [dogwood.caipNetworkId]: { name: dogwood.name, nativeCurrency: solana },
      // Whether they run or not: what their addresses look like is needed to verify a sign-in.
      ...Object.fromEntries(onDemand.map(({ caipNetworkId, ...described }) => [caipNetworkId, described])),
    }),
    TOKEN_LISTS: list,
    // From the first block, and with room for the minute that a chain loses when it is killed.
    INDEX_START_BLOCKS: JSON.stringify(Object.fromEntries(localChains.map(({ id }) => [`eip155:${id}`, 0]))),
    INDEX_FINALITY_BLOCKS: '256',
    INDEX_POLL_MS: '500',
    PAYMENTS_POLL_MS: '500',
    INDEX_TRACES: '1',
    CONVERT_POOLS: JSON.stringify(Object.fromEntries(pools)),
    // An account that begins with ether, and that no visitor of the demos uses.
    X402_KEY: devAccounts[8]?.privateKey ?? '',
    X402_NETWORKS: running.map(id => `eip155:${id}`).join(','),
    PRICE_SOURCE: 'exchange',
    PRICE_EXCHANGES: JSON.stringify(Object.fromEntries(exchanges)),
    PRICE_FIXED: JSON.stringify({ [dogwood.caipNetworkId]: mintPrices }),
  }
}
