/** What wallets of Stacks were seen to do (reference namespaces §7). */
import { createSimulatedStacksWallet, stacksTestAccounts } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { formatStacksAddress } from '../../addresses/stacksAddress.ts'
import type { ProviderChange } from '../../contract/adapter.ts'
import { toCaipAddress } from '../../contract/caip.ts'
import { toNetwork } from '../../contract/network.ts'
import { stacks, stacksTestnet } from '../../contract/networks/stacks.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { createStacksAdapter } from './createStacksAdapter.ts'
import { discoverStacks } from './discoverStacks.ts'
import { readStacksAccounts } from './readStacksAccounts.ts'
import { signatureOf } from './signatureOf.ts'
import { stacksBalance } from './stacksBalance.ts'

const networks = [toNetwork(stacks), toNetwork(stacksTestnet)]
const { signal } = new AbortController()
const [first, second] = stacksTestAccounts as [(typeof stacksTestAccounts)[0], (typeof stacksTestAccounts)[0]]
const account = toCaipAddress('stacks:1', first.address)
const bitcoinRow = { symbol: 'BTC', type: 'p2wpkh', address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' }

/** A wallet made by hand: what each method answers, in an envelope. */
function wallet(methods: Readonly<Record<string, (params: unknown) => unknown>>) {
  const calls: [string, unknown][] = []
  const provider = {
    async request(method: string, params?: unknown) {
      calls.push([method, params])
      const answer = methods[method]
      if (!answer) return { jsonrpc: '2.0', id: '1', error: { code: -32_601, message: 'Not found' } }
      return { jsonrpc: '2.0', id: '1', ...(Object(answer(params)) as object) }
    },
  }
  const adapter = createStacksAdapter()
  const connect = (more: object = {}) =>
    adapter.connect(provider, { silent: false, networks, signal, ...more })
  return { adapter, provider, calls, connect }
}
const addresses = () => ({ result: { addresses: [bitcoinRow, { ...first, symbol: 'STX' }] } })

describe('SIP-030’s numbers', () => {
  test.each([
    [-32_000, 'CONNECTION_REJECTED'],
    [-31_001, 'CONNECTION_REJECTED'],
    [-32_002, 'CONNECTION_REJECTED'],
    [4_001, 'CONNECTION_REJECTED'],
    [-31_000, 'CONNECT_FAILED'],
    [-32_603, 'CONNECT_FAILED'],
  ])(
    '%d while connecting is %s, and the visitor is not told that a request waits',
    async (code, expected) => {
      const hand = wallet({ getAddresses: () => ({ error: { code, message: 'no' } }) })
      const error = await hand.connect().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: expected, context: { walletCode: code } })
      expect((error as { context: object }).context).not.toHaveProperty('reason')
    },
  )

  test('sats-connect’s own method is read by its own numbers: no access is no refusal', async () => {
    const hand = wallet({ wallet_connect: () => ({ error: { code: -32_002, message: 'no' } }) })
    await expect(hand.connect()).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
      context: { walletCode: -32_002, reason: 'access-denied' },
    })
  })

  test('a refusal is no reason to ask by another name', async () => {
    const hand = wallet({
      getAddresses: () => ({ error: { code: -32_000, message: 'no' } }),
      stx_getAddresses: addresses,
    })
    await expect(hand.connect()).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
    expect(hand.calls.map(([method]) => method)).toEqual(['wallet_connect', 'getAddresses'])
  })
})

test('a wallet is asked by the name that it knows, with two arguments', async () => {
  const hand = wallet({ stx_getAddresses: addresses })
  expect(await hand.connect()).toMatchObject({ accounts: [{ caip10: account, publicKey: first.publicKey }] })
  expect(hand.calls).toEqual([
    ['wallet_connect', { addresses: ['stacks'], network: 'Mainnet' }],
    ['getAddresses', { purposes: ['stacks'], network: 'mainnet' }],
    ['stx_getAddresses', { network: 'mainnet' }],
  ])
})

describe('stx_signMessage', () => {
  const signature = '11'.repeat(65)
  test('is asked with the text alone, and once more with the key where that is refused', async () => {
    const hand = wallet({
      stx_getAddresses: addresses,
      stx_signMessage: params =>
        'publicKey' in Object(params)
          ? { result: { signature } }
          : { error: { code: -32_602, message: 'x' } },
    })
    await hand.connect()
    const { signMessage } = hand.adapter.abilities(hand.provider)
    expect(await signMessage?.({ account, message: 'text' })).toBe(signature)
    expect(hand.calls.slice(-2)).toEqual([
      ['stx_signMessage', { message: 'text' }],
      ['stx_signMessage', { message: 'text', publicKey: first.publicKey }],
    ])
  })

  test.each([
    ['another failure', -32_603, first.publicKey],
    ['the visitor’s no', -32_000, first.publicKey],
    ['a wallet that gave no key', -32_602, undefined],
  ])('is asked once at %s', async (_what, code, publicKey) => {
    const hand = wallet({
      stx_getAddresses: () => ({ result: { addresses: [{ address: first.address, publicKey }] } }),
      stx_signMessage: () => ({ error: { code, message: 'x' } }),
    })
    await hand.connect()
    const { signMessage } = hand.adapter.abilities(hand.provider)
    await expect(signMessage?.({ account, message: 'text' })).rejects.toMatchObject({ name: 'LatchkeyError' })
    expect(hand.calls.filter(([method]) => method === 'stx_signMessage')).toHaveLength(1)
  })

  test('answers hex without 0x, whatever the wallet writes', () => {
    for (const text of [signature, `0x${signature}`, signature.toUpperCase()])
      expect(signatureOf({ signature: text }, 'm')).toBe(signature.toLowerCase())
  })
})

describe('rows', () => {
  const { address, publicKey } = first
  test.each([
    ['Leather’s', { symbol: 'STX', address, publicKey }],
    ['Xverse’s by addressType', { address, publicKey, addressType: 'stacks', purpose: 'stacks' }],
    ['Xverse’s by purpose', { address, publicKey, purpose: 'stacks' }],
    ['SIP-030’s, without a mark', { address, publicKey }],
    ['one in small letters', { address: address.toLowerCase(), publicKey }],
    ['one with a key in 0x', { address, publicKey: `0x${publicKey}` }],
  ])('%s is read', (_what, row) => {
    expect(readStacksAccounts([bitcoinRow, row])).toEqual([{ address, publicKey, type: 'eoa' }])
  })

  test.each([
    ['another chain’s symbol', { symbol: 'BTC', address }],
    ['another purpose', { purpose: 'payment', addressType: 'p2wpkh', address }],
    ['an address that is none', { symbol: 'STX', address: `${address}0` }],
  ])('%s is left out', (_what, row) => {
    expect(readStacksAccounts([row])).toEqual([])
  })

  test('an account of several keys connects', () => {
    const shared = formatStacksAddress({ version: 20, hash: new Uint8Array(20).fill(7) })
    expect(shared).toMatch(/^SM/)
    expect(readStacksAccounts([{ address: shared }])).toEqual([{ address: shared, type: 'eoa' }])
  })

  test('a key that is none is left out, and older Leather has none', () => {
    for (const key of [undefined, '', 'zz', publicKey.slice(2)])
      expect(readStacksAccounts([{ address, ...(key !== undefined && { publicKey: key }) }])).toEqual([
        { address, type: 'eoa' },
      ])
  })

  test('a wallet that shares no address of Stacks is a failure with words', async () => {
    const hand = wallet({ getAddresses: () => ({ result: { addresses: [bitcoinRow] } }) })
    await expect(hand.connect()).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
      context: { reason: 'no-account' },
    })
  })
})

describe('on load', () => {
  test('a wallet without a silent question is never asked with a prompt: our own record counts', async () => {
    const { provider, control } = createSimulatedStacksWallet({
      name: 'Leather',
      target: {},
      memory: false,
      mode: 'ask',
    })
    const adapter = createStacksAdapter()
    const known = [{ caip10: account, type: 'eoa', publicKey: first.publicKey }] as const
    const state = await adapter.connect(provider, { silent: true, networks, signal, known })
    expect(state).toEqual({ caipNetworkId: 'stacks:1', accounts: known })
    expect(control.pending).toEqual([])
    expect(control.requests.map(({ method }) => method)).toEqual(['wallet_getAccount'])
    // It signs with the key that the record has.
    const changes: ProviderChange[] = []
    adapter.watch(provider, change => changes.push(change))
    control.setAccounts([1])
    await expect.poll(() => changes).toMatchObject([{ type: 'accounts' }])
    expect(changes[0]).toMatchObject({ accounts: [{ caip10: toCaipAddress('stacks:1', second.address) }] })
  })

  test('a wallet that says that the page is none of its own ends the connection', async () => {
    const { provider } = createSimulatedStacksWallet({
      name: 'X',
      shape: 'xverse',
      target: {},
      memory: false,
    })
    const known = [{ caip10: account, type: 'eoa' }] as const
    const asked = createStacksAdapter().connect(provider, { silent: true, networks, signal, known })
    expect(await asked).toBeUndefined()
  })
})

describe('one prompt for two namespaces', () => {
  test('its answer is read by the adapter that is asked silently afterwards', async () => {
    const hand = wallet({ getAddresses: addresses })
    const prompt = {}
    const order = { joint: ['bip122'], prompt }
    expect(await hand.connect(order)).toMatchObject({ accounts: [{ caip10: account }] })
    expect(hand.calls[0]).toEqual([
      'wallet_connect',
      { addresses: ['payment', 'ordinals', 'stacks'], network: 'Mainnet' },
    ])
    expect(prompt).toEqual({ answer: addresses().result })
    const { length } = hand.calls
    const other = createStacksAdapter()
    expect(await other.connect(hand.provider, { silent: true, networks, signal, prompt })).toMatchObject({
      accounts: [{ caip10: account }],
    })
    expect(hand.calls).toHaveLength(length)
  })

  test('an answer without an address of Stacks is no account there', async () => {
    const hand = wallet({})
    const prompt = { answer: { addresses: [bitcoinRow] } }
    expect(await hand.connect({ silent: true, prompt })).toBeUndefined()
    expect(hand.calls).toEqual([])
  })
})

describe('discovery', () => {
  function discover(page: object) {
    const found: DiscoveredWallet[] = []
    const target = Object.assign(new EventTarget(), page) as unknown as Window
    const stop = discoverStacks(target, { announced: true, injected: true }, one => found.push(one))
    stop()
    return found.map(({ namespace, info, injectedId }) => `${namespace} ${info.name} ${injectedId}`)
  }
  const provider = () => ({ request: async () => ({}) })

  test('the shared StacksProvider is not used, in the registry or without it', () => {
    const shared = provider()
    expect(
      discover({
        StacksProvider: shared,
        webbtc_stx_providers: [{ id: 'StacksProvider', name: 'Any' }],
      }),
    ).toEqual([])
  })

  test('each wallet’s own place is', () => {
    expect(
      discover({
        LeatherProvider: provider(),
        XverseProviders: { BitcoinProvider: provider() },
        AsignaProvider: provider(),
      }),
    ).toEqual([
      'stacks Xverse XverseProviders.BitcoinProvider',
      'stacks Leather LeatherProvider',
      'stacks Asigna AsignaProvider',
    ])
  })

  test('a wallet in a registry is one of Stacks where it says so', () => {
    expect(
      discover({
        A: provider(),
        B: provider(),
        C: provider(),
        webbtc_stx_providers: [{ id: 'A', name: 'A' }],
        wbip_providers: [
          { id: 'B', name: 'B', methods: ['stx_getAddresses'] },
          { id: 'C', name: 'C', methods: ['getAddresses'] },
        ],
      }),
    ).toEqual(['stacks B B', 'stacks A A'])
  })
})

describe('the balance', () => {
  const asked: unknown[][] = []
  const rpc = (answer: unknown) => async (method: string, params: readonly unknown[]) => {
    asked.push([method, ...params])
    return answer
  }

  test('is read from the node in micro-STX', async () => {
    expect(await stacksBalance(rpc({ balance: '0x000000000000000000000000000f4240' }), first.address)).toBe(
      1_000_000n,
    )
    expect(asked).toEqual([['GET', `/v2/accounts/${first.address}?proof=0`]])
  })

  test.each([
    undefined,
    null,
    {},
    { balance: 7 },
    { balance: '7' },
    { balance: '0x' },
    { balance: `0x${'f'.repeat(33)}` },
  ])('is not known where the node answers %j', async answer => {
    await expect(stacksBalance(rpc(answer), first.address)).rejects.toMatchObject({
      code: 'BALANCE_UNAVAILABLE',
    })
  })
})
