import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLatchkeyError } from '../../../contract/error.ts'
import { mainnet } from '../../../contract/networks/evm.ts'
import { fakeEvmProvider, walletError } from '../../conformance/fakeEvmProvider.ts'
import { createEvmAdapter } from '../createEvmAdapter.ts'

const account = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

function ask(answer: unknown) {
  const wallet = fakeEvmProvider({ wallet_getAssets: answer })
  const assets = createEvmAdapter().abilities(wallet).assets?.({ account, network: mainnet })
  return { wallet, assets }
}

const token = {
  address: usdc.toLowerCase(),
  balance: '0x0f4240',
  type: 'erc20',
  metadata: {
    name: 'USD\u202eCoin',
    symbol: 'USDC',
    decimals: 6,
    price: 1,
    value: -3,
    iconUrl: 'javascript:0',
  },
}

test('EIP-7811 a wallet’s list is read for the network that was asked about', async () => {
  const { wallet, assets } = ask({
    '0x5': [{ ...token, balance: '0x1' }],
    '0x01': [
      {
        address: 'native',
        balance: '0xde0b6b3a7640000',
        type: 'native',
        metadata: { iconUrl: '/public/getTokenImage/eth' },
      },
      token,
      token,
    ],
  })
  expect(await assets).toEqual([
    {
      address: 'native',
      balance: '0xde0b6b3a7640000',
      type: 'NATIVE',
      metadata: { name: 'Ether', symbol: 'ETH', decimals: 18, iconUrl: '/public/getTokenImage/eth' },
    },
    {
      address: usdc,
      balance: '0xf4240',
      type: 'ERC20',
      metadata: { name: 'USDCoin', symbol: 'USDC', decimals: 6, price: 1 },
    },
  ])
  const params = [{ account: account.slice(9), chainFilter: ['0x1'] }]
  expect(wallet.calls).toEqual([{ method: 'wallet_getAssets', params }])
})

test.each([
  walletError(4200),
  walletError(-32_601),
  walletError(4100),
  walletError(-32_603, 'The method "wallet_getAssets" does not exist / is not available.'),
])('a wallet that does not know the call (%o) says nothing', async cause => {
  expect(await ask(() => Promise.reject(cause)).assets).toBeUndefined()
})

test.each([walletError(4900), walletError(-32_603, 'Internal error')])(
  'one that fails (%o) is an error',
  async cause => {
    await expect(ask(() => Promise.reject(cause)).assets).rejects.toMatchObject({
      code: 'BALANCE_UNAVAILABLE',
    })
  },
)

test('an answer that leaves the network out says nothing of it; an empty list does', async () => {
  expect(await ask({}).assets).toBeUndefined()
  expect(await ask({ '0xa': [token] }).assets).toBeUndefined()
  expect(await ask({ '0x1': [] }).assets).toEqual([])
})

test.each([[null], [7], ['x'], [[token]], [{ '0x1': token }], [{ '0x1': 'x' }]])(
  '%o is no list',
  async answer => {
    await expect(ask(answer).assets).rejects.toMatchObject({ code: 'BALANCE_UNAVAILABLE' })
  },
)

test.each([
  ['no decimals', { metadata: { symbol: 'X' } }],
  ['too many decimals', { metadata: { symbol: 'X', decimals: 256 } }],
  ['half a decimal', { metadata: { symbol: 'X', decimals: 0.5 } }],
  ['no symbol', { metadata: { symbol: '\u200b', decimals: 6 } }],
  ['no balance', { balance: '1000000' }],
  ['a balance that no token can have', { balance: `0x1${'0'.repeat(64)}` }],
  ['no address', { address: 'native' }],
  ['a collectible', { type: 'erc721' }],
])('T74 an asset with %s is left out', async (_name, change) => {
  expect(await ask({ '0x1': [{ ...token, ...change }, token] }).assets).toHaveLength(1)
})

test('T67 whatever a wallet lists, it is bounded and clean, or an error of ours', async () => {
  const thing = fc.oneof(fc.anything(), fc.constant(token))
  const item = fc.record(
    { address: thing, balance: thing, type: thing, metadata: thing },
    { requiredKeys: [] },
  )
  const list = fc.array(fc.oneof(thing, item), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.anything(), fc.record({ '0x1': list })), async answer => {
      const assets = await ask(answer).assets?.catch((error: unknown) => error)
      if (assets === undefined || isLatchkeyError(assets)) return
      for (const { metadata } of assets as readonly { metadata: { name: string; symbol: string } }[]) {
        expect([...metadata.name].length).toBeLessThanOrEqual(64)
        expect(metadata.symbol).not.toMatch(/[\p{C}\p{DI}]/u)
      }
    }),
    { numRuns: 50 },
  )
  const many = Array.from({ length: 10_000 }, (_, at) => ({
    ...token,
    address: `0x${at.toString(16).padStart(40, '0')}`,
  }))
  expect(await ask({ '0x1': many }).assets).toHaveLength(500)
})
