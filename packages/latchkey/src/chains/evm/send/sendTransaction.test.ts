import { expect, test } from 'vitest'
import { mainnet } from '../../../contract/networks/evm.ts'
import { fakeEvmProvider } from '../../conformance/fakeEvmProvider.ts'
import { transferOrder } from '../../conformance/transferOrder.ts'
import { createEvmAdapter } from '../createEvmAdapter.ts'

const order = {
  id: '0xba7c4',
  asking: async () => undefined,
  from: 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  network: mainnet,
  signal: new AbortController().signal,
} as const
const transfer = {
  from: order.from,
  network: mainnet,
  to: '0x00000000000000000000000000000000000000AA',
  asset: { symbol: 'ETH', decimals: 18 },
  amount: { value: 255n, decimals: 18 },
}
const hash = `0x${'A'.repeat(64)}`

test('the wallet gets the transfer as it was quoted, its chain, and a nonce only for a retry', async () => {
  const wallet = fakeEvmProvider({ eth_chainId: '0x1', eth_sendTransaction: hash })
  const { transfer: send } = createEvmAdapter().abilities(wallet)
  const details = {
    gas: '0x5208',
    maxFeePerGas: '0x2',
    maxPriorityFeePerGas: '0x1',
    gasPrice: 'a lot',
    to: '0x0',
  }
  const fee = { most: transfer.amount, details }
  expect(await send?.(transferOrder({ transfer, fee, nonce: '7' }))).toEqual({ hash: hash.toLowerCase() })
  const expected = {
    from: addressIn(order.from),
    to: transfer.to,
    value: '0xff',
    gas: '0x5208',
    maxFeePerGas: '0x2',
    maxPriorityFeePerGas: '0x1',
    chainId: '0x1',
  }
  expect(wallet.calls.at(-1)?.params).toEqual([expected])
  await send?.(transferOrder({ transfer, nonce: '7', again: true }))
  expect(wallet.calls.at(-1)?.params).toMatchObject([{ nonce: '0x7' }])
})

const addressIn = (caip10: string) => caip10.split(':')[2]

test.each([
  ['on another network', '0x5', 'SEND_FAILED'],
  ['that cannot say where it is', () => Promise.reject(new Error('no')), 'SEND_FAILED'],
] as const)('a wallet %s is not asked', async (_name, chainId, code) => {
  const wallet = fakeEvmProvider({ eth_chainId: chainId, eth_sendTransaction: hash })
  const sent = createEvmAdapter()
    .abilities(wallet)
    .transfer?.(transferOrder({ transfer, signal: order.signal }))
  await expect(sent).rejects.toMatchObject({ code })
  expect(wallet.calls.map(({ method }) => method)).toEqual(['eth_chainId'])
})

test('sends nothing once the visitor has left', async () => {
  const wallet = fakeEvmProvider({ eth_chainId: '0x1', eth_sendTransaction: hash })
  const sent = createEvmAdapter()
    .abilities(wallet)
    .transfer?.(transferOrder({ transfer, signal: AbortSignal.abort() }))
  await expect(sent).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  expect(wallet.calls.map(({ method }) => method)).not.toContain('eth_sendTransaction')
})

test('a wallet that does not say where it is is waited for no longer than the visitor does', async () => {
  const wallet = fakeEvmProvider({ eth_chainId: () => new Promise(() => {}), eth_sendTransaction: hash })
  const leaving = new AbortController()
  const sent = createEvmAdapter()
    .abilities(wallet)
    .transfer?.(transferOrder({ transfer, signal: leaving.signal }))
  await expect.poll(() => wallet.calls).toHaveLength(1)
  leaving.abort()
  await expect(sent).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
})

test.each([[undefined], [null], ['0x'], [hash.slice(0, -1)], [{ hash }], [[hash]], [7]])(
  'F15 the answer %o is no hash, so it may have been sent',
  async answer => {
    const wallet = fakeEvmProvider({ eth_chainId: '0x1', eth_sendTransaction: answer })
    const sent = createEvmAdapter()
      .abilities(wallet)
      .transfer?.(transferOrder({ transfer, signal: order.signal }))
    await expect(sent).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
  },
)

const calls = [
  { to: transfer.to, value: 1n },
  { to: transfer.to, data: '0x1234' },
]

test('EIP-5792 calls go to a wallet that reports capabilities, and only to one', async () => {
  const plain = fakeEvmProvider({ eth_chainId: '0x1' })
  expect(
    await createEvmAdapter()
      .abilities(plain)
      .sendCalls?.({ ...order, calls }),
  ).toBeUndefined()
  const other = fakeEvmProvider({ eth_chainId: '0x1', wallet_getCapabilities: { '0x5': {} } })
  expect(
    await createEvmAdapter()
      .abilities(other)
      .sendCalls?.({ ...order, calls }),
  ).toBeUndefined()

  const wallet = fakeEvmProvider({
    eth_chainId: '0x1',
    wallet_getCapabilities: { '0x1': { atomic: { status: 'unsupported' } } },
    wallet_sendCalls: { id: 'batch', capabilities: {} },
  })
  expect(
    await createEvmAdapter()
      .abilities(wallet)
      .sendCalls?.({ ...order, calls }),
  ).toEqual({ id: 'batch' })
  expect(wallet.calls.at(-1)).toEqual({
    method: 'wallet_sendCalls',
    params: [
      {
        version: '2.0.0',
        id: '0xba7c4',
        from: addressIn(order.from),
        chainId: '0x1',
        atomicRequired: false,
        calls: [
          { to: transfer.to, value: '0x1' },
          { to: transfer.to, value: '0x0', data: '0x1234' },
        ],
      },
    ],
  })
})

test.each<[unknown, boolean]>([
  [{ '0x1': { atomic: { status: 'supported' } } }, true],
  [{ '0x1': { atomic: { status: 'ready' } } }, true],
  [{ '0x1': { atomic: { status: 'unsupported' } } }, false],
  [{ '0x1': { atomic: { status: ['supported'] } } }, false],
  [{ '0x1': { atomic: { status: 'supported ' } } }, false],
  [{ '0x1': {} }, false],
  [{ '0x5': { atomic: { status: 'supported' } } }, false],
  [{ '0x0': { atomic: { status: 'supported' } } }, true],
  // The network's own word counts.
  [{ '0x0': { atomic: { status: 'supported' } }, '0x1': { atomic: { status: 'unsupported' } } }, false],
  [{ '0x0': { atomic: { status: 'supported' } }, '0x1': { paymasterService: { supported: true } } }, true],
  // Version 1.
  [{ '0x1': { atomicBatch: { supported: true } } }, true],
  [{ '0x1': { atomicBatch: { supported: false } } }, false],
  [{ '0x1': { atomicBatch: { supported: 'true' } } }, false],
  [null, false],
  [7, false],
])('EIP-5792 with capabilities %j a batch of all or none is asked for: %s', async (capabilities, takes) => {
  const wallet = fakeEvmProvider({
    eth_chainId: '0x1',
    wallet_getCapabilities: capabilities,
    wallet_sendCalls: { id: 'batch' },
  })
  const sent = await createEvmAdapter()
    .abilities(wallet)
    .sendCalls?.({ ...order, calls, atomic: true })
  expect(sent).toEqual(takes ? { id: 'batch' } : undefined)
  const asked = wallet.calls.filter(({ method }) => method === 'wallet_sendCalls')
  expect(asked.map(({ params }) => params)).toMatchObject(takes ? [[{ atomicRequired: true }]] : [])
})

test.each<readonly [string, object, object[]]>([
  ['promises all or none', { atomic: { status: 'ready' } }, [{ atomicRequired: true }]],
  [
    'goes in order',
    { atomic: { status: 'unsupported' }, inOrder: { supported: true } },
    [{ atomicRequired: false }],
  ],
  [
    'would be changed to promise more than order',
    { atomic: { status: 'ready' }, inOrder: { supported: true } },
    [{ atomicRequired: false }],
  ],
  ['promises neither', { atomic: { status: 'unsupported' } }, []],
  ['says it in another way', { inOrder: { supported: 'true' } }, []],
])('hands over a batch that may go in order to a wallet that %s', async (_, capabilities, asked) => {
  const wallet = fakeEvmProvider({
    eth_chainId: '0x1',
    wallet_getCapabilities: { '0x1': capabilities },
    wallet_sendCalls: { id: 'batch' },
  })
  const { sendCalls } = createEvmAdapter().abilities(wallet)
  const sent = await sendCalls?.({ ...order, calls, atomic: 'orInOrder' })
  expect(sent).toEqual(asked.length > 0 ? { id: 'batch' } : undefined)
  const given = wallet.calls.filter(({ method }) => method === 'wallet_sendCalls')
  expect(given.map(({ params }) => (params as readonly object[])[0])).toMatchObject(asked)
})

test.each([[undefined], [null], [''], [7], [{}], [{ id: 7 }], [{ id: 'x'.repeat(9_000) }]])(
  'F15 the answer %o to a batch is no id, so it may have been sent',
  async answer => {
    const wallet = fakeEvmProvider({
      eth_chainId: '0x1',
      wallet_getCapabilities: { '0x1': {} },
      wallet_sendCalls: answer,
    })
    const sent = createEvmAdapter()
      .abilities(wallet)
      .sendCalls?.({ ...order, calls })
    await expect(sent).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
  },
)

test.each([
  [100, 'pending'],
  [200, 'confirmed'],
  [400, 'refused'],
  [500, 'failed'],
  [600, 'failed'],
  [700, undefined],
  ['200', undefined],
  [undefined, undefined],
  // Version 1.
  ['PENDING', 'pending'],
  ['CONFIRMED', 'confirmed'],
  ['confirmed', undefined],
  ['toString', undefined],
])('EIP-5792 a batch of status %s is %s', async (status, expected) => {
  const receipts = [{ transactionHash: hash }, { transactionHash: '0x' }, null]
  const wallet = fakeEvmProvider({ wallet_getCallsStatus: { status, receipts } })
  const answer = await createEvmAdapter().abilities(wallet).callsStatus?.('batch')
  expect(answer).toEqual(expected && { status: expected, hashes: [hash] })
})

test('EIP-5792 version 1 says that a batch is over, and its receipts whether it failed', async () => {
  const receipts = [
    { transactionHash: hash, status: '0x1' },
    { transactionHash: hash, status: '0x0' },
  ]
  const wallet = fakeEvmProvider({ wallet_getCallsStatus: { status: 'CONFIRMED', receipts } })
  expect(await createEvmAdapter().abilities(wallet).callsStatus?.('batch')).toEqual({
    status: 'failed',
    hashes: [hash, hash],
  })
})

test('EIP-5792 a batch that failed without a transaction is not waited for: nothing reached the chain', async () => {
  for (const receipts of [undefined, null, [], [{}]]) {
    const wallet = fakeEvmProvider({ wallet_getCallsStatus: { status: 500, receipts } })
    expect(await createEvmAdapter().abilities(wallet).callsStatus?.('batch')).toEqual({
      status: 'refused',
      hashes: [],
    })
  }
})

test.each(['0xA4B1', '0x0a4b1', '42161'])(
  'EIP-5792 capabilities of a network that the wallet writes %s',
  async key => {
    const wallet = fakeEvmProvider({
      eth_chainId: '0xa4b1',
      wallet_getCapabilities: { [key]: { atomic: { status: 'unsupported' } } },
      wallet_sendCalls: { id: 'batch' },
    })
    const network = { ...mainnet, id: 42_161, caipNetworkId: 'eip155:42161' as const }
    const from = `${network.caipNetworkId}:${addressIn(order.from)}` as const
    const sent = createEvmAdapter()
      .abilities(wallet)
      .sendCalls?.({ ...order, from, network, calls })
    expect(await sent).toEqual({ id: 'batch' })
  },
)

test('EIP-5792 capabilities that cannot be read are none', async () => {
  const ownKeys = () => {
    throw new Error('No keys')
  }
  const hostile = new Proxy({}, { ownKeys })
  const wallet = fakeEvmProvider({ eth_chainId: '0x1', wallet_getCapabilities: hostile })
  expect(
    await createEvmAdapter()
      .abilities(wallet)
      .sendCalls?.({ ...order, calls }),
  ).toBeUndefined()
})
