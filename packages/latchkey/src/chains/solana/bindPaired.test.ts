/** What wallets answer over the relay; the sessions themselves are tested beside the pairing client. */
import { testAddresses } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { formatBase58 } from '../../contract/base58.ts'
import type { CaipNetworkId } from '../../contract/caip.ts'
import { fakeEvmProvider } from '../conformance/fakeEvmProvider.ts'
import { bindPaired } from './bindPaired.ts'
import type { SolanaChange } from './solanaWallet.ts'

const [address = '', second = ''] = testAddresses
const caipNetworkId: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const signature = new Uint8Array(64).fill(7)
const signed = formatBase58(signature)
const transaction = Uint8Array.from([1, ...new Uint8Array(64), ...new Uint8Array(100).fill(3)])
const whole = Uint8Array.from([1, ...signature, ...new Uint8Array(100).fill(3)])
const order = { address, transaction, caipNetworkId }
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

function bind(answers: Readonly<Record<string, unknown>> = {}) {
  const provider = fakeEvmProvider(answers)
  const wallet = bindPaired(provider)
  if (!wallet) expect.unreachable('it takes requests')
  return { provider, wallet }
}

test('each call goes with its network, a message with the one that the page is on', async () => {
  const asked: unknown[][] = []
  const wallet = bindPaired({
    request: async (...call: unknown[]) => {
      asked.push(call)
      return { signature: signed }
    },
  })
  if (!wallet) expect.unreachable('it takes requests')
  wallet.network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
  await wallet.signMessage?.(address, new TextEncoder().encode('hi'))
  await wallet.signAndSendTransaction?.(order)
  expect(asked).toEqual([
    [{ method: 'solana_signMessage', params: { message: '8wr', pubkey: address } }, wallet.network],
    [
      {
        method: 'solana_signAndSendTransaction',
        params: { transaction: toBase64(transaction), pubkey: address },
      },
      caipNetworkId,
    ],
  ])
})

test.each([
  ['the whole transaction', { signature: signed, transaction: toBase64(whole) }],
  ['the signature alone, as older wallets do', { signature: signed }],
])('a transaction is signed by an answer of %s', async (_what, answer) => {
  const { wallet } = bind({ solana_signTransaction: answer })
  expect(await wallet.signTransaction?.(order)).toEqual(whole)
})

test('several transactions are signed by one request, in their order', async () => {
  const transactions = [toBase64(whole), toBase64(transaction)]
  const { wallet, provider } = bind({ solana_signAllTransactions: { transactions } })
  expect(await wallet.signAllTransactions?.([order, order])).toEqual([whole, transaction])
  expect(provider.calls).toHaveLength(1)
})

const garbage: readonly unknown[] = [
  undefined,
  null,
  7,
  'x',
  [],
  {},
  { signature: 7 },
  { signature: '' },
  { signature: formatBase58(new Uint8Array(63)) },
  { signature: `${signed}1` },
  { signature: '0OIl' },
  { signature: 'z'.repeat(1_000_000) },
  { transaction: '%%%' },
  { transaction: 'A'.repeat(1_000_000) },
  { transactions: [] },
  { transactions: [toBase64(whole)] },
  { transactions: [toBase64(whole), 7] },
  { transactions: 'x' },
]

test.each(garbage.map(answer => [answer]))('the answer %j signs nothing', async answer => {
  const { wallet } = bind({
    solana_signMessage: answer,
    solana_signTransaction: answer,
    solana_signAllTransactions: answer,
    solana_signAndSendTransaction: answer,
  })
  for (const sign of [
    () => wallet.signMessage?.(address, new Uint8Array(3)),
    () => wallet.signTransaction?.(order),
    () => wallet.signAllTransactions?.([order, order]),
    () => wallet.signAndSendTransaction?.(order),
  ])
    await expect(sign()).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
})

test.each([
  [
    [{ pubkey: address }, { pubkey: second }, { pubkey: address }],
    [address, second],
  ],
  [[address], [address]],
  [[], []],
  [[{ pubkey: address }, { pubkey: 'short' }], undefined],
  [[{ pubkey: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }], undefined],
  [{ 0: address, length: 1 }, undefined],
  [null, undefined],
])('the accounts of %j are %j', async (answer, addresses) => {
  const { wallet } = bind({ solana_getAccounts: answer, solana_requestAccounts: answer })
  for (const silent of [true, false])
    expect((await wallet.connect(silent))?.map(each => each.address)).toEqual(addresses)
})

test('changes are heard where they make sense, until the stop', () => {
  const { wallet, provider } = bind()
  const changes: SolanaChange[] = []
  const stop = wallet.watch(change => changes.push(change))
  for (const payload of [undefined, 7, {}, ['short']]) provider.emit('accountsChanged', payload)
  for (const payload of [undefined, 1, '0x1', 'eip155:1', {}]) provider.emit('chainChanged', payload)
  expect(changes).toEqual([])
  provider.emit('accountsChanged', [second])
  provider.emit('chainChanged', caipNetworkId)
  provider.emit('disconnect', new Error('over'))
  expect(changes).toEqual([
    { type: 'accounts', accounts: [{ address: second }] },
    { type: 'network', caipNetworkId },
    { type: 'disconnected' },
  ])
  stop()
  expect(provider.listenerCount()).toBe(0)
})
