import { expect, test } from 'vitest'
import type { CaipNetworkId } from '../../contract/caip.ts'
import { toNetwork } from '../../contract/network.ts'
import { createEvmAdapter } from './createEvmAdapter.ts'
import { receiveUri } from './receiveUri.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'

function network(id: number | string) {
  return toNetwork({
    id,
    name: 'Somewhere',
    nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
    rpcUrls: { default: { http: ['https://rpc.example'] } },
    caipNetworkId: `eip155:${id}` as CaipNetworkId,
  })
}

const table: readonly (readonly [id: number | string, expected: string])[] = [
  [1, `ethereum:${address}@1`],
  [137, `ethereum:${address}@137`],
  ['8453', `ethereum:${address}@8453`],
  [7_777_777, `ethereum:${address}@7777777`],
  // A chain that ERC-681 cannot name is left out rather than named wrongly.
  ['0', `ethereum:${address}`],
  ['main', `ethereum:${address}`],
]

test.each(table)('ERC-681 on chain %s is %s', (id, expected) => {
  expect(receiveUri({ address, network: network(id) })).toBe(expected)
})

test('the adapter has it as an ability', () => {
  expect(createEvmAdapter().receiveUri?.({ address, network: network(10) })).toBe(`ethereum:${address}@10`)
})
