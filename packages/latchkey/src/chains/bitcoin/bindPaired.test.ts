import { bitcoinKey } from '@latchkey/testing'
import { base64, hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import type { ProviderChange } from '../../contract/adapter.ts'
import { toCaipAddress } from '../../contract/caip.ts'
import { toNetwork } from '../../contract/network.ts'
import { bitcoin, bitcoinTestnet4 } from '../../contract/networks/bitcoin.ts'
import { createBitcoinAdapter } from './createBitcoinAdapter.ts'

const mainnet = toNetwork(bitcoin)
const testnet = toNetwork(bitcoinTestnet4)
const id = mainnet.caipNetworkId
const payment = bitcoinKey(0, 'p2wpkh', 'mainnet')
const ordinals = bitcoinKey(0, 'p2tr', 'mainnet')
const there = bitcoinKey(0, 'p2wpkh', 'testnet4')
const bytes = new Uint8Array(108).fill(9)

/** A session over the relay, as the page has it. */
function createSession(
  fields: object = {},
  answer: unknown = { address: payment.address, signature: hex.encode(bytes) },
) {
  const calls: unknown[] = []
  const listeners = new Map<string, (payload?: unknown) => void>()
  const granted: Record<string, readonly string[]> = {
    [id]: [payment.address],
    [testnet.caipNetworkId]: [there.address],
  }
  const provider = {
    methods: ['signMessage', 'getAccountAddresses'],
    chains: Object.keys(granted),
    properties: {},
    addresses: (network: string) => granted[network] ?? [],
    async request(...call: unknown[]) {
      calls.push(call)
      return answer
    },
    on: (event: string, listener: (payload?: unknown) => void) => listeners.set(event, listener),
    removeListener: (event: string) => listeners.delete(event),
    ...fields,
  }
  const adapter = createBitcoinAdapter()
  const { signal } = new AbortController()
  const connect = (more: object = {}) =>
    adapter.connect(provider, { silent: false, networks: [mainnet, testnet], signal, ...more })
  return { provider, calls, listeners, granted, adapter, connect }
}

test('the account is the address that the session names, known without waking the phone', async () => {
  const { connect, calls } = createSession()
  for (const silent of [false, true])
    expect(await connect({ silent })).toEqual({
      caipNetworkId: id,
      accounts: [{ caip10: toCaipAddress(id, payment.address), type: 'payment', purpose: 'payment' }],
    })
  expect(calls).toEqual([])
})

test.each([
  ['by network', (list: unknown) => ({ [id]: list })],
  ['as a list', (list: unknown) => list],
])('the other addresses of the account come from the properties of the session, %s', async (_what, wrap) => {
  const list = [
    { address: ordinals.address, publicKey: ordinals.publicKey, path: ordinals.path, intention: 'ordinal' },
    { address: payment.address, publicKey: payment.publicKey, path: payment.path, intention: 'payment' },
  ]
  const { connect } = createSession({ properties: { bip122_getAccountAddresses: wrap(list) } })
  expect((await connect())?.accounts).toMatchObject([
    { caip10: toCaipAddress(id, payment.address), type: 'payment', path: payment.path },
    { caip10: toCaipAddress(id, ordinals.address), type: 'ordinals', publicKey: ordinals.publicKey },
  ])
})

test.each([null, 7, 'x', [7], [{}], { [id]: [{ address: 'no address' }] }])(
  'properties of %j change nothing',
  async property => {
    const { connect } = createSession({ properties: { bip122_getAccountAddresses: property } })
    expect((await connect())?.accounts).toHaveLength(1)
  },
)

describe('signing', () => {
  const account = toCaipAddress(id, payment.address)

  test('asks for BIP-322 on the network, and hands the hex on as base64', async () => {
    const { adapter, provider, connect, calls } = createSession()
    await connect()
    expect(await adapter.abilities(provider).signMessage?.({ account, message: 'hello' })).toBe(
      base64.encode(bytes),
    )
    const params = {
      account: payment.address,
      address: payment.address,
      message: 'hello',
      protocol: 'bip322',
    }
    expect(calls).toEqual([[{ method: 'signMessage', params }, id]])
  })

  test('a session that does not grant it signs nothing', async () => {
    const { adapter, provider, connect } = createSession({ methods: ['getAccountAddresses'] })
    await connect()
    expect(adapter.abilities(provider).signMessage).toBeUndefined()
  })

  test.each([
    ['another address', { address: ordinals.address, signature: hex.encode(bytes) }],
    ['no signature', { address: payment.address }],
    ['nothing', null],
  ])('an answer with %s is refused', async (_what, answer) => {
    const { adapter, provider, connect } = createSession({}, answer)
    await connect()
    const signed = adapter.abilities(provider).signMessage?.({ account, message: 'hello' })
    await expect(signed).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })
})

test('it moves to networks that the session grants, where the account has another address', async () => {
  const { adapter, provider, connect, calls } = createSession()
  await connect()
  const { reaches, switchNetwork } = adapter.abilities(provider)
  expect(reaches?.(testnet)).toBe(true)
  const changes: ProviderChange[] = []
  adapter.watch(provider, change => changes.push(change))
  expect(await switchNetwork?.(testnet)).toBe(testnet.caipNetworkId)
  expect(changes).toMatchObject([
    { type: 'network', accounts: [{ caip10: toCaipAddress(testnet.caipNetworkId, there.address) }] },
  ])
  expect(calls).toEqual([])
})

test('changes of the session are followed, and its end ends the connection', async () => {
  const { adapter, provider, connect, listeners, granted } = createSession()
  await connect()
  const changes: ProviderChange[] = []
  const stop = adapter.watch(provider, change => changes.push(change))
  const next = bitcoinKey(1, 'p2wpkh', 'mainnet').address
  granted[id] = [next]
  listeners.get('accountsChanged')?.([next])
  await expect
    .poll(() => changes)
    .toMatchObject([{ type: 'accounts', accounts: [{ caip10: `${id}:${next}` }] }])
  listeners.get('disconnect')?.()
  expect(changes.at(-1)).toEqual({ type: 'disconnected' })
  stop()
  expect(listeners.size).toBe(0)
})
