import { encodeAbiParameters, type Hex, parseAbiParameters, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { createTestWallet } from '../fixtures/createTestWallet.ts'
import { testAccounts } from './testAccounts.ts'

const account = testAccounts[0]?.address
const usdc: Hex = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const old: Hex = '0x00000000000000000000000000000000000000bB'
const text = (value: string) => encodeAbiParameters(parseAbiParameters('string'), [value])
const word = (value: bigint) => encodeAbiParameters(parseAbiParameters('uint256'), [value])

/** A node whose tokens answer in the two ways that tokens do. */
async function post(_url: string, body: string): Promise<string> {
  const { method, params } = JSON.parse(body) as { method: string; params: [{ to: Hex; data: Hex }] }
  if (method === 'eth_getBalance') return JSON.stringify({ result: '0x64' })
  const [{ to, data }] = params
  const answers: Record<string, Hex> =
    to === usdc
      ? {
          '0x70a08231': word(7n),
          '0x313ce567': word(6n),
          '0x06fdde03': text('USD Coin'),
          '0x95d89b41': text('USDC'),
        }
      : { '0x70a08231': '0x', '0x313ce567': word(18n), '0x06fdde03': stringToHex('Maker', { size: 32 }) }
  return JSON.stringify({ result: answers[data.slice(0, 10)] ?? '0x' })
}

const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const native = { address: 'native', type: 'native', balance: '0x64', metadata: nativeCurrency }
const coin = {
  address: usdc,
  type: 'erc20',
  balance: '0x7',
  metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
}
const maker = {
  address: old,
  type: 'erc20',
  balance: '0x0',
  metadata: { name: 'Maker', symbol: '', decimals: 18 },
}

function wallet() {
  return createTestWallet({
    connected: true,
    post,
    assets: { 1: [usdc, old] },
    chains: [
      { id: 1, rpcUrl: 'http://one.test', nativeCurrency },
      { id: 2, rpcUrl: 'http://two.test' },
      { id: 3 },
    ],
  })
}

describe('wallet_getAssets (EIP-7811)', () => {
  it.each<[string, object, object]>([
    ['everything', {}, { '0x1': [native, coin, maker], '0x2': [{ ...native, metadata: null }] }],
    ['one chain', { chainFilter: ['0x1'] }, { '0x1': [native, coin, maker] }],
    ['one type', { chainFilter: ['0x1'], assetTypeFilter: ['native'] }, { '0x1': [native] }],
    [
      'named assets, whatever the other filters say',
      {
        assetFilter: { '0x1': [{ address: usdc.toLowerCase(), type: 'erc20' }] },
        assetTypeFilter: ['native'],
      },
      { '0x1': [coin] },
    ],
    ['assets in the older form', { assetFilter: { '0x1': ['native'] } }, { '0x1': [native] }],
  ])('lists %s', async (_name, filter, expected) => {
    const request = { method: 'wallet_getAssets', params: [{ account, ...filter }] }
    expect(await wallet().provider.request(request)).toEqual(expected)
  })

  it.each<[unknown, number]>([
    [undefined, -32602],
    [{}, -32602],
    [{ account: testAccounts[1]?.address }, 4100],
    [{ account, chainFilter: ['1'] }, -32602],
    [{ account, assetFilter: { '0x1': [7] } }, -32602],
  ])('refuses %j', async (request, code) => {
    const answer = wallet().provider.request({ method: 'wallet_getAssets', params: [request] })
    await expect(answer).rejects.toMatchObject({ code })
  })

  it('appears among the capabilities', async () => {
    const capabilities = await wallet().provider.request({
      method: 'wallet_getCapabilities',
      params: [account],
    })
    expect(capabilities).toMatchObject({ '0x1': { assetDiscovery: { supported: true } } })
  })
})
