import { expect, test } from 'vitest'
import { readPaidFee } from './readPaidFee.ts'

const hash = `0x${'ab'.repeat(32)}`
const receipt = { transactionHash: hash, gasUsed: '0x5208', effectiveGasPrice: '0x3b9aca00' }

test.each<[what: string, answer: unknown, fee: bigint | undefined]>([
  ['gas at its price', receipt, 21_000n * 10n ** 9n],
  [
    'a hash in another case',
    { ...receipt, transactionHash: hash.toUpperCase().replace('0X', '0x') },
    21_000n * 10n ** 9n,
  ],
  ['the data of a rollup', { ...receipt, l1Fee: '0x10' }, 21_000n * 10n ** 9n + 16n],
  ['a rollup that does not say all it takes', { ...receipt, operatorFeeConstant: '0x1' }, undefined],
  ['blobs, whose price is another one', { ...receipt, blobGasUsed: '0x20000' }, undefined],
  ['no price', { ...receipt, effectiveGasPrice: undefined }, undefined],
  ['a receipt of another transaction', { ...receipt, transactionHash: `0x${'cd'.repeat(32)}` }, undefined],
  ['none yet', null, undefined],
  ['garbage', 'abc', undefined],
])('%s', async (_, answer, fee) => {
  expect(await readPaidFee(async () => answer, hash)).toBe(fee)
})

test('asks for the receipt alone', async () => {
  const asked: unknown[] = []
  await readPaidFee(async (...question) => asked.push(question), hash)
  expect(asked).toEqual([['eth_getTransactionReceipt', [hash]]])
})
