/** The engine asks each network in the language of its namespace, and an adapter reads its balance that way. */
import { afterEach, expect, test } from 'vitest'
import { bitcoin } from '../bitcoin.ts'
import { createBitcoinAdapter } from '../chains/bitcoin/createBitcoinAdapter.ts'
import { createCosmosAdapter } from '../chains/cosmos/createCosmosAdapter.ts'
import { createSuiAdapter } from '../chains/sui/createSuiAdapter.ts'
import { bitcoin as bitcoinMainnet } from '../contract/networks/bitcoin.ts'
import { cosmosHub } from '../contract/networks/cosmos.ts'
import { sui as suiMainnet } from '../contract/networks/sui.ts'
import { cosmos } from '../cosmos.ts'
import { sui } from '../sui.ts'
import { resolveConfig } from './base/config.ts'
import { createFacts } from './base/facts.ts'
import { createMemoryStorage } from './base/pageStorage.ts'
import { createEngine } from './createEngine.ts'
import { startLoopback } from './fixtures/startLoopback.ts'

const ended: { destroy(): void }[] = []
afterEach(() => {
  for (const each of ended.splice(0)) each.destroy()
})

const rows = [
  {
    network: bitcoinMainnet,
    adapter: createBitcoinAdapter,
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    asked: 'GET /api/address/bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    answer: {
      chain_stats: { funded_txo_sum: 12, spent_txo_sum: 5 },
      mempool_stats: { funded_txo_sum: 0, spent_txo_sum: 0 },
    },
  },
  {
    network: cosmosHub,
    adapter: () => createCosmosAdapter(new EventTarget()),
    address: 'cosmos1w605a5ejjlhp04eahjqxhjhmg8mj6nqhp8v6xc',
    asked:
      'GET /api/cosmos/bank/v1beta1/balances/cosmos1w605a5ejjlhp04eahjqxhjhmg8mj6nqhp8v6xc/by_denom?denom=uatom',
    answer: { balance: { denom: 'uatom', amount: '7' } },
  },
  {
    network: suiMainnet,
    adapter: createSuiAdapter,
    address: `0x${'2'.repeat(64)}`,
    asked: 'POST /api',
    answer: { data: { address: { balance: { totalBalance: '7' } } } },
  },
]

test.each(rows)('$network.name', async ({ network, adapter, address, asked, answer }) => {
  await using node = await startLoopback(() => ({ body: answer }))
  const engine = createEngine({
    config: resolveConfig({
      projectId: 'p',
      networks: [bitcoinMainnet, cosmosHub, suiMainnet],
      adapters: [bitcoin(), cosmos(), sui()],
      customRpcUrls: { [network.caipNetworkId]: [`${node.url}/api`] },
      storage: createMemoryStorage(),
    }),
    facts: createFacts(),
    notify: () => undefined,
  })
  ended.push(engine)
  expect(await adapter().nativeBalance?.(engine.ctx.rpc(network), address, network)).toBe(7n)
  expect(node.heard.map(({ method, url }) => `${method} ${url}`)).toEqual([asked])
})
