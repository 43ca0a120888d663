/** Wallets of Wallet Standard for bitcoin, made by hand from the feature that is published (`bitcoin:connect`). */
import { bitcoinKey, createSimulatedBitcoinWallet } from '@latchkey/testing'
import { base64 } from '@scure/base'
import { afterEach, describe, expect, test } from 'vitest'
import { toCaipAddress } from '../../contract/caip.ts'
import { toNetwork } from '../../contract/network.ts'
import { bitcoin, bitcoinTestnet4 } from '../../contract/networks/bitcoin.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { createBitcoinAdapter } from './createBitcoinAdapter.ts'
import { discoverBitcoin } from './discoverBitcoin.ts'

const mainnet = toNetwork(bitcoin)
const testnet = toNetwork(bitcoinTestnet4)
const { signal } = new AbortController()
const payment = bitcoinKey(0, 'p2wpkh', 'mainnet')
const ordinals = bitcoinKey(0, 'p2tr', 'mainnet')
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const accountOf = (address: string) => ({
  address,
  publicKey: new Uint8Array(33),
  chains: ['bitcoin:mainnet'],
  features: ['bitcoin:connect', 'bitcoin:signMessage'],
})

function create(features: object = {}) {
  const asked: unknown[] = []
  const provider = {
    version: '1.0.0',
    name: 'Standard',
    icon: 'data:image/png;base64,AA==',
    chains: ['bitcoin:mainnet'],
    accounts: [] as unknown[],
    features: {
      'bitcoin:connect': {
        version: '1.0.0',
        async connect(input: unknown) {
          asked.push(input)
          return { accounts: [accountOf(payment.address), accountOf(ordinals.address)] }
        },
      },
      ...features,
    } as Record<string, unknown>,
  }
  const adapter = createBitcoinAdapter()
  const connect = (more: object = {}) =>
    adapter.connect(provider, { silent: false, networks: [mainnet, testnet], signal, ...more })
  return { provider, asked, adapter, connect }
}

test('asks for both purposes, and takes the accounts in their order', async () => {
  const { connect, asked } = create()
  expect((await connect())?.accounts).toMatchObject([
    { caip10: toCaipAddress(mainnet.caipNetworkId, payment.address), type: 'payment' },
    { caip10: toCaipAddress(mainnet.caipNetworkId, ordinals.address), type: 'ordinals' },
  ])
  expect(asked).toEqual([{ purposes: ['payment', 'ordinals'] }])
})

test('silently it is what the wallet shares already, and never a question', async () => {
  const { connect, asked, provider } = create()
  expect(await connect({ silent: true })).toBeUndefined()
  provider.accounts.push(accountOf(payment.address))
  expect((await connect({ silent: true }))?.accounts).toHaveLength(1)
  expect(asked).toEqual([])
})

test('its network is the one of its addresses', async () => {
  const { connect, adapter, provider } = create()
  expect((await connect({ network: testnet.caipNetworkId }))?.caipNetworkId).toBe(mainnet.caipNetworkId)
  const { reaches } = adapter.abilities(provider)
  expect([mainnet, testnet].map(each => reaches?.(each))).toEqual([true, false])
})

describe('signing', () => {
  const account = toCaipAddress(mainnet.caipNetworkId, payment.address)

  test('a wallet with the feature signs, and bytes become base64', async () => {
    const bytes = new Uint8Array(100).fill(5)
    const sign = { signMessage: async () => [{ signature: bytes, signedMessage: new Uint8Array(1) }] }
    const { connect, adapter, provider } = create({ 'bitcoin:signMessage': sign })
    await connect()
    expect(await adapter.abilities(provider).signMessage?.({ account, message: 'x' })).toBe(
      base64.encode(bytes),
    )
  })

  test('a wallet without it cannot', async () => {
    const { connect, adapter, provider } = create()
    await connect()
    expect(adapter.abilities(provider).signMessage).toBeUndefined()
  })
})

describe('discovery', () => {
  function discover(page: EventTarget) {
    const found: DiscoveredWallet[] = []
    const options = { announced: true, injected: true }
    stops.push(discoverBitcoin(page as Window, options, one => found.push(one)))
    const register = (wallet: object) =>
      page.dispatchEvent(
        new CustomEvent('wallet-standard:register-wallet', {
          detail: (api: { register(one: object): void }) => api.register(wallet),
        }),
      )
    return { names: () => found.map(({ info }) => info.name), register }
  }

  test('finds wallets of bitcoin, and none of another ecosystem', () => {
    const { names, register } = discover(new EventTarget())
    register(create().provider)
    register({ ...create().provider, chains: ['solana:mainnet'], name: 'Other' })
    expect(names()).toEqual(['Standard'])
  })

  test('a wallet that hands out the provider that it registered is one wallet, and connects by it', async () => {
    const page = new EventTarget()
    const wallet = createSimulatedBitcoinWallet({ shape: 'xverse', target: page, memory: false })
    stops.push(wallet.stop)
    const { names, register } = discover(page)
    const { provider, connect } = create({ 'sats-connect:': { provider: wallet.provider } })
    register(provider)
    expect(names()).toEqual(['Xverse'])
    await connect()
    expect(wallet.control.requests.map(({ method }) => method)).toContain('wallet_connect')
  })

  test('a wallet that is there by its own place is one row with its name here', () => {
    const page = Object.assign(new EventTarget(), {
      okxwallet: { bitcoin: { requestAccounts: async () => [], signMessage: async () => '' } },
    })
    const { names, register } = discover(page)
    register({ ...create().provider, name: 'OKX Wallet' })
    expect(names()).toEqual(['OKX Wallet'])
  })
})
