import { expect, test } from 'vitest'
import { bitcoinBalance } from './bitcoinBalance.ts'
import { receiveUri } from './receiveUri.ts'

const stats = (funded: unknown, spent: unknown) => ({
  funded_txo_sum: funded,
  spent_txo_sum: spent,
  tx_count: 1,
})

test.each([
  ['blocks alone', stats(1_500, 500), stats(0, 0), 1_000n],
  ['what arrives', stats(0, 0), stats(700, 0), 700n],
  ['a payment with its change, not in a block yet', stats(1_000, 0), stats(300, 1_000), 300n],
  ['nothing', stats(0, 0), stats(0, 0), 0n],
])('counts %s', async (_what, chain, mempool, expected) => {
  const asked: unknown[] = []
  const rpc = async (...call: readonly unknown[]) => {
    asked.push(call)
    return { address: 'bc1q', chain_stats: chain, mempool_stats: mempool }
  }
  expect(await bitcoinBalance(rpc, 'bc1q')).toBe(expected)
  expect(asked).toEqual([['GET', ['/address/bc1q']]])
})

test.each([
  null,
  7,
  'x',
  {},
  { chain_stats: stats(1, 0) },
  { chain_stats: stats('1', 0), mempool_stats: stats(0, 0) },
  { chain_stats: stats(1.5, 0), mempool_stats: stats(0, 0) },
  { chain_stats: stats(2 ** 53, 0), mempool_stats: stats(0, 0) },
  { chain_stats: stats(-1, 0), mempool_stats: stats(0, 0) },
  { chain_stats: stats(1, 2), mempool_stats: stats(0, 0) },
])('%j is no balance', async answer => {
  await expect(bitcoinBalance(async () => answer, 'bc1q')).rejects.toMatchObject({
    code: 'BALANCE_UNAVAILABLE',
  })
})

test('the code to receive is a payment URI of BIP-21', () => {
  expect(receiveUri({ address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' })).toBe(
    'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  )
})
