import { expect, test, vi } from 'vitest'
import { toNetwork } from '../../contract/network.ts'
import { base, solana } from '../../networks.ts'
import { fakeEvmProvider, walletError } from '../conformance/fakeEvmProvider.ts'
import { createEvmAdapter } from './createEvmAdapter.ts'

const local = toNetwork({
  id: 31337,
  name: 'Alder',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['http://node.example', 'http://127.0.0.1:8545', 'https://rpc.example'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
})

function wallet(answers: Record<string, unknown>, network = local) {
  const provider = fakeEvmProvider(answers)
  const switching = createEvmAdapter().abilities(provider).switchNetwork
  if (!switching) throw new Error('the adapter has no switchNetwork')
  return { provider, switched: switching(network) }
}

/** Refuses the first call as unknown chain, then takes it. */
function unknownUntilAdded(thrown: unknown) {
  let added = false
  return {
    wallet_switchEthereumChain: () => (added ? null : Promise.reject(thrown)),
    wallet_addEthereumChain: () => {
      added = true
      return null
    },
    eth_chainId: () => (added ? '0x7a69' : '0x1'),
  }
}

test('switches by the hex chain id and answers where the wallet is', async () => {
  const { provider, switched } = wallet({ wallet_switchEthereumChain: null, eth_chainId: '0x7a69' })
  expect(await switched).toBe('eip155:31337')
  expect(provider.calls).toEqual([
    { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a69' }] },
    { method: 'eth_chainId', params: undefined },
  ])
})

test('a wallet that says yes but stays: its real network is returned, after a second at most', async () => {
  const deadline = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    queueMicrotask(() => deadline.abort())
    return deadline.signal
  })
  const { provider, switched } = wallet({ wallet_switchEthereumChain: null, eth_chainId: '0x1' })
  expect(await switched).toBe('eip155:1')
  expect(timeout).toHaveBeenCalledWith(1_000)
  expect(provider.listenerCount()).toBe(0)
  timeout.mockRestore()
})

test('a wallet that says yes before it has moved is waited for', async () => {
  let chainId = '0x1'
  const { provider, switched } = wallet({
    wallet_switchEthereumChain: null,
    eth_chainId: () => {
      // The wallet moves once it has been asked where it is.
      queueMicrotask(() => {
        chainId = '0x7a69'
        setTimeout(() => provider.emit('chainChanged', chainId))
      })
      return chainId
    },
  })
  expect(await switched).toBe('eip155:31337')
  expect(provider.listenerCount()).toBe(0)
})

test.each([
  ['4902', walletError(4902)],
  ['4902 as text', walletError('4902')],
  [
    '4902 inside the original error',
    walletError(-32603, 'Internal error', { originalError: { code: 4902 } }),
  ],
  [
    'MetaMask’s words on a phone',
    walletError(
      -32603,
      'Unrecognized chain ID "0x7a69". Try adding the chain using wallet_addEthereumChain first.',
    ),
  ],
])('an unknown chain (%s) is added, then switched to', async (_name, thrown) => {
  const { provider, switched } = wallet(unknownUntilAdded(thrown))
  expect(await switched).toBe('eip155:31337')
  expect(provider.calls.map(call => call.method)).toEqual([
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_switchEthereumChain',
    'eth_chainId',
  ])
  expect(provider.calls[1]?.params).toEqual([
    {
      chainId: '0x7a69',
      chainName: 'Alder',
      nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
      rpcUrls: ['http://127.0.0.1:8545', 'https://rpc.example'],
      blockExplorerUrls: ['https://explorer.example'],
    },
  ])
})

test('the URLs offered to the wallet are the network’s own, not an override of the host', async () => {
  const overridden = {
    ...base,
    rpcUrls: {
      default: { http: ['https://proxy.example/?projectId=secret'] },
      chainDefault: base.rpcUrls.default,
    },
  }
  const { provider, switched } = wallet(
    { ...unknownUntilAdded(walletError(4902)), eth_chainId: '0x2105' },
    overridden,
  )
  await switched
  expect(provider.calls[1]?.params).toMatchObject([{ rpcUrls: ['https://mainnet.base.org'] }])
})

test.each([
  'ftp://node.example',
  'http://node.example',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://[',
])('a network with only %s is not offered', async url => {
  const insecure = { ...local, rpcUrls: { default: { http: [url] } }, blockExplorers: base.blockExplorers }
  const { provider, switched } = wallet(unknownUntilAdded(walletError(4902)), insecure)
  await expect(switched).rejects.toMatchObject({
    code: 'SWITCH_FAILED',
    context: { reason: 'no-https-rpc-url' },
  })
  expect(provider.calls.map(call => call.method)).not.toContain('wallet_addEthereumChain')
})

test.each(['http://localhost:8545/', 'http://one.localhost:1', 'http://[::1]:8545'])(
  '%s is this machine',
  async url => {
    const loopback = { ...local, rpcUrls: { default: { http: [url] } } }
    expect(await wallet(unknownUntilAdded(walletError(4902)), loopback).switched).toBe('eip155:31337')
  },
)

test.each([
  ['switch', { wallet_switchEthereumChain: () => Promise.reject(walletError(4001)) }],
  [
    'adding',
    {
      wallet_switchEthereumChain: () => Promise.reject(walletError(4902)),
      wallet_addEthereumChain: () => Promise.reject(walletError(4001)),
    },
  ],
])('a refused %s is SWITCH_REJECTED', async (_name, answers) => {
  await expect(wallet(answers).switched).rejects.toMatchObject({ code: 'SWITCH_REJECTED', kind: 'rejected' })
})

test.each([
  ['cannot switch', {}],
  ['fails', { wallet_switchEthereumChain: () => Promise.reject(walletError(-32603, 'nonce too low')) }],
  [
    'does not know it even when added',
    {
      wallet_switchEthereumChain: () => Promise.reject(walletError(4902)),
      wallet_addEthereumChain: null,
    },
  ],
  ['does not say where it is', { wallet_switchEthereumChain: null }],
])('a wallet that %s is SWITCH_FAILED', async (_name, answers) => {
  await expect(wallet(answers).switched).rejects.toMatchObject({ code: 'SWITCH_FAILED' })
})

test('a wallet that says nonsense afterwards is WALLET_BAD_ANSWER', async () => {
  const { switched } = wallet({ wallet_switchEthereumChain: null, eth_chainId: 'base' })
  await expect(switched).rejects.toMatchObject({
    code: 'WALLET_BAD_ANSWER',
    context: { method: 'eth_chainId' },
  })
})

test('a network of another namespace is refused without asking', async () => {
  const { provider, switched } = wallet({}, solana)
  await expect(switched).rejects.toMatchObject({ code: 'SWITCH_FAILED', context: { reason: 'no-chain-id' } })
  expect(provider.calls).toEqual([])
})
