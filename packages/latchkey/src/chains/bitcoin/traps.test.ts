/** What wallets of bitcoin were seen to do (reference namespaces §2). */
import { bitcoinKey, createSimulatedBitcoinWallet, type SimulatedBitcoinOptions } from '@latchkey/testing'
import { base64, hex } from '@scure/base'
import { afterEach, describe, expect, test } from 'vitest'
import type { ProviderChange } from '../../contract/adapter.ts'
import { addressOf, toCaipAddress } from '../../contract/caip.ts'
import { toNetwork } from '../../contract/network.ts'
import { bitcoin, bitcoinSignet, bitcoinTestnet4 } from '../../contract/networks/bitcoin.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { createBitcoinAdapter } from './createBitcoinAdapter.ts'
import { discoverBitcoin } from './discoverBitcoin.ts'

const mainnet = toNetwork(bitcoin)
const testnet = toNetwork(bitcoinTestnet4)
const signet = toNetwork(bitcoinSignet)
const networks = [mainnet, testnet, signet]
const { signal } = new AbortController()
const payment = bitcoinKey(0, 'p2wpkh', 'mainnet')
const ordinals = bitcoinKey(0, 'p2tr', 'mainnet')
const stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

type Page = EventTarget & Record<string, unknown>

function discover(fields: object = {}, page = new EventTarget() as Page) {
  Object.assign(page, fields)
  const found: DiscoveredWallet[] = []
  const looks: (() => void)[] = []
  const options = { announced: true, injected: true, onView: (look: () => void) => void looks.push(look) }
  const stop = discoverBitcoin(page as unknown as Window, options, one => found.push(one))
  stops.push(stop)
  return {
    page,
    found,
    names: () => found.map(({ info }) => info.name),
    look: () => {
      for (const each of looks) each()
    },
  }
}

function simulate(options: SimulatedBitcoinOptions) {
  const page = new EventTarget() as Page
  const wallet = createSimulatedBitcoinWallet({ target: page, memory: false, ...options })
  stops.push(wallet.stop)
  return { ...wallet, page, ...follow(wallet.provider) }
}

function follow(provider: unknown) {
  const adapter = createBitcoinAdapter()
  const changes: ProviderChange[] = []
  return {
    adapter,
    connect: (more: object = {}) => adapter.connect(provider, { silent: false, networks, signal, ...more }),
    watch: () => adapter.watch(provider, change => changes.push(change)),
    changes,
  }
}

const unisat = (flags: object = {}) => ({
  requestAccounts: async () => [payment.address],
  getAccounts: async () => [payment.address],
  signMessage: async () => '',
  ...flags,
})

describe('window.unisat is fought over', () => {
  test.each(['isBinance', 'isOkxWallet', 'isBitget', 'isTokenPocket', 'isMadeUp'])(
    'a wallet there that says %s is not UniSat',
    flag => {
      expect(discover({ unisat: unisat({ [flag]: true }) }).found).toEqual([])
    },
  )

  test('a flag on its class counts as well', () => {
    class Imitation {
      get isBinance() {
        return true
      }
      async requestAccounts() {}
      async signMessage() {}
    }
    expect(discover({ unisat: new Imitation() }).found).toEqual([])
  })

  test('UniSat itself is found, with its own flag', () => {
    expect(discover({ unisat: unisat({ isUnisat: true, isUniSat: true }) }).names()).toEqual([
      'UniSat Wallet',
    ])
  })

  test('a wallet that stands there is found by its own place, once', () => {
    const binance = unisat({ isBinance: true })
    expect(discover({ unisat: binance, binancew3w: { bitcoin: binance } }).names()).toEqual([
      'Binance Wallet',
    ])
    const okx = unisat()
    expect(discover({ unisat: okx, okxwallet: { bitcoin: okx } }).names()).toEqual(['OKX Wallet'])
  })

  test('an entry of a registry does not make an imitation UniSat', () => {
    const entry = { id: 'unisat', name: 'UniSat', icon: 'data:image/png;base64,AA==' }
    expect(discover({ unisat: unisat({ isBinance: true }), btc_providers: [entry] }).found).toEqual([])
  })
})

describe('registries', () => {
  test('Xverse in a registry and at its own place is one wallet', () => {
    const { page, info } = simulate({ shape: 'xverse', registries: ['btc_providers', 'wbip_providers'] })
    const { found } = discover({}, page)
    expect(found.map(({ info: { name }, injectedId }) => [name, injectedId])).toEqual([['Xverse', info.path]])
  })

  test('a dotted id is a path', async () => {
    const { page, provider } = simulate({ shape: 'xverse', path: 'Made.up.BitcoinProvider', name: 'Made up' })
    const { found } = discover({}, page)
    expect(found[0]?.provider).toBe(provider)
  })

  test('an array whose push is an object is left as it is', () => {
    const list: unknown[] = []
    const entry = { id: 'Own', name: 'Own' }
    Object.assign(list, { push: entry })
    const { names } = discover({ Own: { request: async () => ({}) }, wbip_providers: list })
    expect(names()).toEqual(['Own'])
    expect(list).toEqual(Object.assign([], { push: entry }))
  })

  test('a wallet that comes after the page is there when the list opens', () => {
    const page = new EventTarget() as Page
    const { names, look } = discover({}, page)
    stops.push(createSimulatedBitcoinWallet({ shape: 'leather', target: page, memory: false }).stop)
    expect(names()).toEqual([])
    look()
    expect(names()).toEqual(['Leather'])
  })

  test('a wallet of Stacks alone is no wallet of bitcoin', () => {
    const entry = { id: 'Own', name: 'Own', methods: ['stx_getAddresses', 'stx_signMessage', 'getAddresses'] }
    expect(discover({ Own: { request: async () => ({}) }, wbip_providers: [entry] }).found).toEqual([])
    const other = { id: 'Own', name: 'Own' }
    expect(discover({ Own: { request: async () => ({}) }, webbtc_stx_providers: [other] }).found).toEqual([])
  })

  test('window.BitcoinProvider and what Phantom had are not looked at', () => {
    const own = unisat({ request: async () => ({}) })
    expect(discover({ BitcoinProvider: own, phantom: { bitcoin: own } }).found).toEqual([])
  })
})

describe('ordinals', () => {
  test('are listed after the address for payments, whatever the order of the wallet', async () => {
    const addresses = [
      { address: ordinals.address, purpose: 'ordinals' },
      { address: payment.address, purpose: 'payment' },
    ]
    const told = follow({
      request: async (method: string) => ({
        result: method === 'wallet_getNetwork' ? { bitcoin: { name: 'Mainnet' } } : { addresses },
      }),
    })
    expect((await told.connect())?.accounts).toMatchObject([
      { type: 'payment', purpose: 'payment' },
      { type: 'ordinals', purpose: 'ordinals' },
    ])
  })

  test('a wallet that shares an ordinals address alone has no account', async () => {
    const addresses = [{ address: ordinals.address, purpose: 'ordinals' }]
    const { connect } = follow({ request: async () => ({ addresses }) })
    await expect(connect()).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
      context: { reason: 'no-account' },
    })
  })

  test('T119 stay out of sight where the address for payments is of another network', async () => {
    const addresses = [
      { address: bitcoinKey(0, 'p2wpkh', 'testnet4').address, purpose: 'payment' },
      { address: ordinals.address, purpose: 'ordinals' },
    ]
    const { connect } = follow({
      request: async (method: string) => ({
        result: method === 'wallet_getNetwork' ? { bitcoin: { name: 'Mainnet' } } : { addresses },
      }),
    })
    await expect(connect()).rejects.toMatchObject({
      code: 'WALLET_BAD_ANSWER',
      context: { reason: 'wrong-network' },
    })
  })

  test('without a purpose taproot beside another address is for ordinals, alone it is for payments', async () => {
    const leather = await simulate({ shape: 'leather' }).connect()
    expect(leather?.accounts.map(({ type }) => type)).toEqual(['payment', 'ordinals'])
    const alone = await simulate({ shape: 'unisat', addressType: 'p2tr' }).connect()
    expect(alone?.accounts).toMatchObject([{ type: 'payment' }])
  })

  test('one address for both is for payments', async () => {
    const both = ['ordinals', 'payment'].map(purpose => ({ address: payment.address, purpose }))
    const { connect } = follow({
      request: async (method: string) =>
        method === 'wallet_getNetwork' ? { bitcoin: { name: 'Mainnet' } } : { addresses: both },
    })
    expect((await connect())?.accounts).toMatchObject([{ type: 'payment' }])
  })

  test('accounts of other ecosystems in the answer are left out', async () => {
    const addresses = [
      { address: payment.address, purpose: 'payment' },
      { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', purpose: 'stacks', addressType: 'stacks' },
      { address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', symbol: 'STX' },
    ]
    const { connect } = follow({
      request: async (method: string) =>
        method === 'wallet_getNetwork' ? { bitcoin: { name: 'Mainnet' } } : { addresses },
    })
    expect((await connect())?.accounts.map(({ caip10 }) => addressOf(caip10))).toEqual([payment.address])
  })
})

describe('signatures', () => {
  const account = toCaipAddress(mainnet.caipNetworkId, payment.address)

  test('hex becomes base64, bytes as well, and a type before it stays', async () => {
    const bytes = new Uint8Array(108).fill(7)
    for (const [signature, expected] of [
      [hex.encode(bytes), base64.encode(bytes)],
      [`0x${hex.encode(bytes)}`, base64.encode(bytes)],
      [bytes, base64.encode(bytes)],
      [base64.encode(bytes), base64.encode(bytes)],
      [`smp${base64.encode(bytes)}`, `smp${base64.encode(bytes)}`],
    ]) {
      const provider = unisat({ signMessage: async () => signature })
      const { adapter, connect } = follow(provider)
      await connect()
      expect(await adapter.abilities(provider).signMessage?.({ account, message: 'x' })).toBe(expected)
    }
  })

  test.each([undefined, null, 7, '', 'deadbeef', 'not base64 at all', 'A'.repeat(100_000), {}, []])(
    '%j is no signature',
    async signature => {
      const provider = unisat({ signMessage: async () => signature })
      const { adapter, connect } = follow(provider)
      await connect()
      const signed = adapter.abilities(provider).signMessage?.({ account, message: 'x' })
      await expect(signed).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    },
  )

  test('the signature of another account is none', async () => {
    const provider = {
      request: async (method: string) => {
        if (method === 'wallet_getNetwork') return { bitcoin: { name: 'Mainnet' } }
        if (method !== 'signMessage') return { addresses: [{ address: payment.address, purpose: 'payment' }] }
        return { address: ordinals.address, signature: base64.encode(new Uint8Array(100)) }
      },
    }
    const { adapter, connect } = follow(provider)
    await connect()
    const signed = adapter.abilities(provider).signMessage?.({ account, message: 'x' })
    await expect(signed).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })

  test('names the account to Leather by how its address is paid to', async () => {
    const { adapter, provider, connect, control } = simulate({ shape: 'leather' })
    await connect()
    const [own = ''] = control.state.ordinals
    const taproot = toCaipAddress(mainnet.caipNetworkId, own)
    await adapter.abilities(provider).signMessage?.({ account: taproot, message: 'x' })
    expect(control.requests.at(-1)?.params).toMatchObject({ paymentType: 'p2tr', type: 'bip322' })
  })
})

describe('silence', () => {
  test.each(['xverse', 'leather', 'unisat'] as const)(
    '%s is never prompted by a silent connect',
    async shape => {
      const { connect, control } = simulate({ shape, mode: 'ask' })
      expect(await connect({ silent: true })).toBeUndefined()
      expect(control.pending).toEqual([])
      const methods = control.requests.map(({ method }) => method)
      for (const method of ['wallet_connect', 'getAddresses', 'getAccounts', 'requestAccounts'])
        if (shape !== 'unisat' || method === 'requestAccounts') expect(methods).not.toContain(method)
    },
  )

  test('a wallet that cannot be asked silently is restored from our record', async () => {
    const { connect, control } = simulate({ shape: 'leather', mode: 'ask' })
    const [address = ''] = control.state.accounts
    const caip10 = toCaipAddress(mainnet.caipNetworkId, address)
    const known = [{ caip10, type: 'payment', purpose: 'payment' }]
    expect(await connect({ silent: true, known })).toEqual({
      caipNetworkId: mainnet.caipNetworkId,
      accounts: known,
    })
    expect(control.pending).toEqual([])
  })

  test('a wallet that says that the page has no access is a stranger, whatever our record says', async () => {
    const { connect, control } = simulate({ shape: 'xverse' })
    const caip10 = toCaipAddress(mainnet.caipNetworkId, control.state.accounts[0] ?? '')
    expect(await connect({ silent: true, known: [{ caip10, type: 'payment' }] })).toBeUndefined()
  })

  test('asked aloud, no access is a failure and no hint at a waiting prompt', async () => {
    const { connect } = simulate({
      shape: 'xverse',
      script: { wallet_connect: { kind: 'code', code: -32002 } },
    })
    await expect(connect()).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
      context: { walletCode: -32002, reason: 'access-denied' },
    })
  })
})

describe('refusals', () => {
  test.each([
    ['sats-connect’s number', { code: -32000, message: 'User rejected request' }],
    ['SIP-030’s cancelled', { code: -31001, message: 'cancelled' }],
    ['EIP-1193’s number', { code: 4001 }],
    ['words alone', new Error('User rejected the request.')],
    ['other words alone', 'Request was cancelled by the user'],
  ])('%s is the visitor’s no', async (_what, cause) => {
    const { connect } = follow({ request: () => Promise.reject(cause) })
    await expect(connect()).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
  })
})

describe('networks', () => {
  test('a chain with bitcoin’s addresses that is not bitcoin is left before connecting, and ends a connection', async () => {
    let chain = 'FRACTAL_BITCOIN_MAINNET'
    const listeners = new Map<string, () => void>()
    const provider = unisat({
      getChain: async () => ({ enum: chain }),
      switchChain: async (wanted: string) => {
        chain = wanted
      },
      on: (event: string, listener: () => void) => listeners.set(event, listener),
      removeListener: (event: string) => listeners.delete(event),
    })
    const { connect, watch, changes } = follow(provider)
    expect(await connect({ silent: true })).toBeUndefined()
    expect((await connect())?.caipNetworkId).toBe(mainnet.caipNetworkId)
    expect(chain).toBe('BITCOIN_MAINNET')
    watch()
    chain = 'FRACTAL_BITCOIN_MAINNET'
    listeners.get('chainChanged')?.()
    await expect.poll(() => changes).toEqual([{ type: 'disconnected' }])
  })

  test('a wallet that cannot tell test networks apart is on the one that the visitor was on', async () => {
    const { address } = bitcoinKey(0, 'p2wpkh', 'signet')
    const provider = unisat({ requestAccounts: async () => [address], getNetwork: async () => 'testnet' })
    const state = await follow(provider).connect({ network: signet.caipNetworkId })
    expect(state?.caipNetworkId).toBe(signet.caipNetworkId)
    expect((await follow(provider).connect())?.caipNetworkId).toBe(testnet.caipNetworkId)
  })

  test('addresses that do not fit what the wallet says are refused', async () => {
    const provider = unisat({ getChain: async () => ({ enum: 'BITCOIN_SIGNET' }) })
    await expect(follow(provider).connect()).rejects.toMatchObject({
      code: 'WALLET_BAD_ANSWER',
      context: { reason: 'wrong-network' },
    })
  })

  test('OKX Wallet has a provider for each network', async () => {
    const { address } = bitcoinKey(0, 'p2wpkh', 'signet')
    const shared = async () => [address]
    const there = unisat({ requestAccounts: shared, getAccounts: shared })
    const main = unisat()
    Object.assign(globalThis, { okxwallet: { bitcoin: main, bitcoinSignet: there } })
    stops.push(() => Reflect.deleteProperty(globalThis, 'okxwallet'))
    const { adapter, connect } = follow(main)
    expect((await connect())?.caipNetworkId).toBe(mainnet.caipNetworkId)
    const { reaches, switchNetwork } = adapter.abilities(main)
    expect(networks.map(each => reaches?.(each))).toEqual([true, false, true])
    expect(await switchNetwork?.(signet)).toBe(signet.caipNetworkId)
  })
})
