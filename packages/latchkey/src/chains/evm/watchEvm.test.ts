import { expect, test } from 'vitest'
import type { ProviderChange } from '../../contract/adapter.ts'
import { fakeEvmProvider, walletError } from '../conformance/fakeEvmProvider.ts'
import { createEvmAdapter } from './createEvmAdapter.ts'

const vitalik = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

async function watched(answers: Record<string, unknown> = {}, strip: Record<string, unknown> = {}) {
  const fake = fakeEvmProvider({ eth_requestAccounts: [vitalik], eth_chainId: '0x1', ...answers })
  const provider = { ...fake, ...strip }
  const adapter = createEvmAdapter()
  const { signal } = new AbortController()
  await adapter.connect(provider, { silent: false, signal, networks: [] })
  const changes: ProviderChange[] = []
  const stop = adapter.watch(provider, change => changes.push(change))
  return { emit: fake.emit, listenerCount: fake.listenerCount, changes, stop }
}

test('accounts carry the network the wallet was last on', async () => {
  const { emit, changes } = await watched()
  emit('chainChanged', '0x2105')
  emit('accountsChanged', [vitalik.toLowerCase()])
  expect(changes).toEqual([
    { type: 'network', caipNetworkId: 'eip155:8453' },
    { type: 'accounts', accounts: [{ caip10: `eip155:8453:${vitalik}`, type: 'eoa' }] },
  ])
})

test('a connect event tells the network', async () => {
  const { emit, changes } = await watched()
  emit('connect', { chainId: '0xa' })
  expect(changes).toEqual([{ type: 'network', caipNetworkId: 'eip155:10' }])
})

test.each([
  ['no payload', undefined, true],
  ['an error of EIP-1193', walletError(4900), true],
  ['a network failure for good', walletError(1011), true],
  ['a lost node that comes back', walletError(1013), false],
])('a disconnect with %s', async (_name, payload, ends) => {
  const { emit, changes } = await watched()
  emit('disconnect', payload)
  expect(changes).toEqual(ends ? [{ type: 'disconnected' }] : [])
})

test('a wallet without removeListener is not heard after the stop', async () => {
  const { emit, changes, stop, listenerCount } = await watched({}, { removeListener: undefined })
  stop()
  expect(listenerCount()).toBe(4)
  emit('accountsChanged', [])
  emit('chainChanged', '0xa')
  expect(changes).toEqual([])
})

test('a wallet without events can be watched all the same', async () => {
  const { stop } = await watched({}, { on: undefined })
  expect(stop).not.toThrow()
})

test('accounts of a wallet that never connected here wait for its network', async () => {
  const provider = fakeEvmProvider({ eth_chainId: '0xa' })
  const told = new Promise<ProviderChange>(resolve => {
    createEvmAdapter().watch(provider, resolve)
  })
  provider.emit('accountsChanged', [vitalik])
  expect(await told).toEqual({
    type: 'accounts',
    accounts: [{ caip10: `eip155:10:${vitalik}`, type: 'eoa' }],
  })
})
