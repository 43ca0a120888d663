/** CAIP-358: what is asked, and which answers count. */
import { expect, test } from 'vitest'
import type { WalletPayOrder } from '../../../contract/paying.ts'
import { fakeEvmProvider, walletError } from '../../conformance/fakeEvmProvider.ts'
import { createEvmAdapter } from '../createEvmAdapter.ts'

const recipient = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const asset = 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const txid = `0x${'AB'.repeat(32)}`
const paid = { version: '1.0.0', orderId: 'pay_1', txid, recipient, asset, amount: '0x1312d00' }
const order = {
  accepts: [{ asset, amount: '20', recipient, symbol: 'USDC', decimals: 6 }],
  network: { caipNetworkId: 'eip155:1', chainNamespace: 'eip155' },
  orderId: 'pay_1',
  until: 1_800_000_000_999,
  signal: new AbortController().signal,
} as unknown as WalletPayOrder

function walletOf(answer: unknown, methods: unknown = ['wallet_pay']) {
  return Object.assign(fakeEvmProvider({ eth_chainId: '0x1', wallet_pay: answer }), { methods })
}
const pay = (provider: object) => createEvmAdapter().abilities(provider).pay?.(order)

test('asks for hex amounts until the end, and says which way was taken', async () => {
  const provider = walletOf(paid)
  expect(await pay(provider)).toEqual({ hash: txid.toLowerCase(), accepted: order.accepts[0] })
  expect(provider.calls.find(({ method }) => method === 'wallet_pay')?.params).toEqual([
    {
      version: '1.0.0',
      orderId: 'pay_1',
      acceptedPayments: [{ asset, amount: '0x1312d00', recipient }],
      expiry: 1_800_000_000,
    },
  ])
})

test.each([[undefined], ['wallet_pay'], [['personal_sign']]])(
  'is absent where the methods are %j',
  methods => {
    expect(createEvmAdapter().abilities(walletOf(paid, methods ?? null)).pay).toBeUndefined()
  },
)

test.each<[string, unknown]>([
  ['nothing', null],
  ['no hash', { ...paid, txid: '0x1' }],
  ['another amount', { ...paid, amount: '0x1' }],
  ['another receiver', { ...paid, recipient: asset }],
  ['another token', { ...paid, asset: 'eip155:1/slip44:60' }],
  ['another order', { ...paid, orderId: 'pay_2' }],
  ['an error without a meaning', () => Promise.reject(walletError(-32_603, 'late'))],
])('of %s may have paid', async (_what, answer) => {
  await expect(pay(walletOf(answer))).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
})

test('a no is a no', async () => {
  await expect(pay(walletOf(() => Promise.reject(walletError(4001, 'no'))))).rejects.toMatchObject({
    code: 'SEND_REJECTED',
  })
})
