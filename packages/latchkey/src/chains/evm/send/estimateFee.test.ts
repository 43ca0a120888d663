import fc from 'fast-check'
import { serializeTransaction, toHex } from 'viem'
import { expect, test } from 'vitest'
import { mainnet } from '../../../contract/networks/evm.ts'
import { unsignedTransaction } from './dataFee.ts'
import { estimateFee, gasPriceOf, totalFee } from './estimateFee.ts'

const gwei = 10n ** 9n
const call = {
  from: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  value: '0x1',
} as const

test.each([
  [
    'a tip that the node suggests',
    { history: { baseFeePerGas: ['0x1', toHex(10n * gwei)] }, tip: toHex(gwei) },
    21n,
  ],
  [
    'the middle tip of the last blocks',
    { history: { baseFeePerGas: [toHex(10n * gwei)], reward: [['0x0'], [toHex(gwei)], [toHex(3n * gwei)]] } },
    23n,
  ],
  [
    'what is left of the whole price',
    { history: { baseFeePerGas: [toHex(10n * gwei)] }, legacy: toHex(12n * gwei) },
    22n,
  ],
])('a fee of EIP-1559 has %s on top of twice the base fee', (_name, told, expected) => {
  const price = gasPriceOf({ tip: undefined, legacy: undefined, ...told })
  expect(price).toMatchObject({ baseFee: 10n * gwei, maxFeePerGas: expected * gwei })
})

test('a chain without a base fee has the old price, one that says nothing has none', () => {
  const none = { history: undefined, tip: undefined, legacy: undefined }
  expect(gasPriceOf({ ...none, legacy: '0x5' })).toEqual({ gasPrice: 5n })
  expect(gasPriceOf({ ...none, history: { baseFeePerGas: [null, 'x'] }, legacy: '0x5' })).toEqual({
    gasPrice: 5n,
  })
  expect(gasPriceOf(none)).toBeUndefined()
  expect(gasPriceOf({ ...none, tip: '0x1' })).toBeUndefined()
})

test('T74 nodes may say anything: the price is exact or absent', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (history, tip, legacy) => {
      const price = gasPriceOf({ history, tip, legacy })
      if (price) for (const value of Object.values(price)) expect(typeof value).toBe('bigint')
    }),
  )
})

const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })

test('T74 the most is never less than the likely, and is just what the details allow', () => {
  fc.assert(
    fc.property(
      uint(40),
      uint(60),
      uint(60),
      fc.option(uint(80), { nil: undefined }),
      (used, baseFee, tip, paid) => {
        const gas = (used * 6n + 4n) / 5n
        const price = { baseFee, maxPriorityFeePerGas: tip, maxFeePerGas: baseFee * 2n + tip }
        const data = paid === undefined ? undefined : { likely: paid, most: (paid * 5n + 3n) / 4n }
        const fee = totalFee({ used, gas, price, decimals: 18, data })
        const likely = fee.likely?.value ?? 0n
        expect(fee.most.value >= likely).toBe(true)
        const allowed = BigInt(fee.details.gas ?? 0) * BigInt(fee.details.maxFeePerGas ?? 0)
        expect(fee.most.value).toBe(allowed + (data?.most ?? 0n))
        expect(fee.data?.value).toBe(paid)
      },
    ),
  )
})

test('a part that cannot be had makes the fee unknown, never a guess', async () => {
  const answers: Record<string, unknown> = {
    eth_estimateGas: '0x5208',
    eth_feeHistory: { baseFeePerGas: ['0x1'] },
    eth_maxPriorityFeePerGas: '0x1',
    eth_gasPrice: '0x2',
  }
  const ask = (without: string, caipNetworkId = 'eip155:1' as const) =>
    estimateFee(
      async method => {
        if (method === without || answers[method] === undefined) throw new Error('no')
        return answers[method]
      },
      { call, network: { ...mainnet, caipNetworkId } },
      new AbortController().signal,
    )
  expect(await ask('')).toMatchObject({ details: { gas: '0x5208', maxFeePerGas: '0x3' } })
  expect(await ask('eth_estimateGas')).toBeUndefined()
  expect(await ask('eth_feeHistory')).toMatchObject({ details: { gas: '0x5208', gasPrice: '0x2' } })
  // The oracle of OP Mainnet does not answer.
  expect(await ask('', 'eip155:10' as never)).toBeUndefined()
})

test('T74 a fee is in the network’s own currency, however many decimals that has', async () => {
  const nativeCurrency = { name: 'Tronix', symbol: 'TRX', decimals: 6 }
  const fee = await estimateFee(
    async method => (method === 'eth_gasPrice' ? '0x1a4' : method === 'eth_estimateGas' ? '0x5208' : null),
    { call, network: { ...mainnet, nativeCurrency } },
    new AbortController().signal,
  )
  expect(fee?.most).toEqual({ value: 420n * 21_000n, decimals: 6 })
})

test('what the data fee is asked for is the unsigned transaction, as viem writes it', () => {
  fc.assert(
    fc.property(uint(96), uint(30), uint(60), uint(60), fc.boolean(), (value, gas, base, tip, legacy) => {
      const price = legacy
        ? { gasPrice: base }
        : { baseFee: base, maxFeePerGas: base + tip, maxPriorityFeePerGas: tip }
      const data = '0xa9059cbb' as const
      const ours = unsignedTransaction({
        call: { ...call, value: toHex(value), data },
        network: mainnet,
        gas,
        price,
      })
      const same = { chainId: 1, nonce: 0xffff_ffff, gas, to: call.to, value, data }
      const viems = legacy
        ? serializeTransaction({ ...same, type: 'legacy', gasPrice: base })
        : serializeTransaction({
            ...same,
            type: 'eip1559',
            maxFeePerGas: base + tip,
            maxPriorityFeePerGas: tip,
          })
      expect(ours).toBe(viems)
    }),
  )
})
