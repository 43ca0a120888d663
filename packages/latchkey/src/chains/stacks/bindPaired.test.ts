import { stacksTestAccounts } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { toNetwork } from '../../contract/network.ts'
import { stacks, stacksTestnet } from '../../contract/networks/stacks.ts'
import { createStacksAdapter } from './createStacksAdapter.ts'

const [first] = stacksTestAccounts as [(typeof stacksTestAccounts)[0]]
const networks = [toNetwork(stacks), toNetwork(stacksTestnet)]
const { signal } = new AbortController()
const account = `stacks:1:${first.address}` as const
const signature = '22'.repeat(65)

/** A session as the relay hands it over. */
function pair(fields: object = {}, answers: Readonly<Record<string, unknown>> = {}) {
  const calls: unknown[][] = []
  const listeners = new Map<string, () => void>()
  const provider = {
    methods: ['stx_getAddresses', 'stx_signMessage'],
    chains: ['stacks:1'],
    accounts: [account],
    properties: {},
    on: (event: string, listener: () => void) => listeners.set(event, listener),
    removeListener: (event: string) => listeners.delete(event),
    async request(call: { method: string }, chain: string) {
      calls.push([call, chain])
      return answers[call.method]
    },
    ...fields,
  }
  const adapter = createStacksAdapter()
  const connect = (more: object = {}) =>
    adapter.connect(provider, { silent: false, networks, signal, ...more })
  return { provider, adapter, calls, listeners, connect }
}

test('the accounts are the session’s; the phone is not woken up for them', async () => {
  const { connect, calls } = pair()
  expect(await connect({ silent: true })).toEqual({
    caipNetworkId: 'stacks:1',
    accounts: [{ caip10: account, type: 'eoa' }],
  })
  expect(calls).toEqual([])
})

test.each(['stx_getAddresses', 'stacks_getAddresses'])('keys come with the property %s', async name => {
  const { publicKey, address } = first
  const { connect } = pair({ properties: { [name]: { addresses: [{ symbol: 'STX', address, publicKey }] } } })
  expect(await connect()).toMatchObject({ accounts: [{ caip10: account, publicKey }] })
})

test('a session that names no account of the network is asked for one', async () => {
  const answer = { addresses: [{ symbol: 'STX', address: first.address }] }
  const { connect, calls } = pair({ accounts: [] }, { stx_getAddresses: answer })
  expect(await connect()).toMatchObject({ accounts: [{ caip10: account }] })
  expect(calls).toEqual([[{ method: 'stx_getAddresses', params: {} }, 'stacks:1']])
})

test('an account of another network is none there', async () => {
  const { connect } = pair({
    chains: ['stacks:2147483648'],
    accounts: [`stacks:2147483648:${first.testnetAddress}`],
  })
  expect(await connect()).toMatchObject({
    caipNetworkId: 'stacks:2147483648',
    accounts: [{ caip10: `stacks:2147483648:${first.testnetAddress}` }],
  })
})

describe('stx_signMessage', () => {
  test('goes to the account’s network', async () => {
    const { connect, adapter, provider, calls } = pair(
      {},
      { stx_signMessage: { signature: `0x${signature}` } },
    )
    await connect()
    const { signMessage } = adapter.abilities(provider)
    expect(await signMessage?.({ account, message: 'text' })).toBe(signature)
    expect(calls).toEqual([
      [{ method: 'stx_signMessage', params: { address: first.address, message: 'text' } }, 'stacks:1'],
    ])
  })

  test('is absent where the session does not grant it', async () => {
    const { connect, adapter, provider } = pair({ methods: ['stx_getAddresses'] })
    await connect()
    expect(adapter.abilities(provider).signMessage).toBeUndefined()
  })

  test('an answer that is none is WALLET_BAD_ANSWER', async () => {
    const { connect, adapter, provider } = pair({}, { stx_signMessage: { signature: 'none' } })
    await connect()
    const { signMessage } = adapter.abilities(provider)
    await expect(signMessage?.({ account, message: 'text' })).rejects.toMatchObject({
      code: 'WALLET_BAD_ANSWER',
    })
  })
})

test('its events are followed until they are not', async () => {
  const { connect, adapter, provider, listeners } = pair()
  await connect()
  const changes: unknown[] = []
  const stop = adapter.watch(provider, change => changes.push(change))
  listeners.get('disconnect')?.()
  expect(changes).toEqual([{ type: 'disconnected' }])
  stop()
  expect(listeners.size).toBe(0)
})
