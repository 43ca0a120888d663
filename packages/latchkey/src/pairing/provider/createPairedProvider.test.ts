import { testAccounts } from '@latchkey/testing'
import type { PhoneWalletOptions } from '@latchkey/testing/phone'
import { describe, expect, test } from 'vitest'
import { createEvmAdapter } from '../../chains/evm/createEvmAdapter.ts'
import type { RpcRequest } from '../../contract/adapter.ts'
import { LatchkeyError } from '../../contract/error.ts'
import { base, mainnet } from '../../contract/networks/evm.ts'
import { type Peers, pairedPeers } from '../conformance/pairedPeers.ts'
import type { PairedSession } from '../pairing.ts'
import { createPairedProvider, type PairedProvider } from './createPairedProvider.ts'

const [first, second] = testAccounts.map(({ address }) => address)

interface Paired extends Peers {
  readonly session: PairedSession
  readonly topic: string
  readonly provider: PairedProvider
  readonly heard: readonly (readonly [string, unknown])[]
  /** Lets the wallet's part of a call happen. */
  ask(method: string, params?: unknown): Promise<unknown>
}

async function paired(options: Partial<PhoneWalletOptions> = {}, rpc?: RpcRequest): Promise<Paired> {
  const peers = await pairedPeers(options)
  const { session } = await peers.connect()
  const { topic } = session
  const provider = createPairedProvider({
    pairing: peers.page.pairing,
    topic,
    namespace: 'eip155',
    clock: peers.clock,
    rpc: () => rpc,
  })
  const heard: (readonly [string, unknown])[] = []
  for (const type of ['accountsChanged', 'chainChanged', 'disconnect', 'message'] as const) {
    provider.on(type, event => void heard.push([type, event]))
  }
  return {
    ...peers,
    session,
    topic,
    provider,
    heard,
    async ask(method, params) {
      const answer = provider.request({ method, params })
      answer.catch(() => undefined)
      await peers.settled()
      return answer
    },
  }
}

test('accounts and chain are known without asking the wallet', async () => {
  const { ask, relay } = await paired()
  const before = relay.published.length
  const all = testAccounts.slice(0, 3).map(({ address }) => address)
  expect(await ask('eth_accounts')).toEqual(all)
  expect(await ask('eth_requestAccounts')).toEqual(all)
  expect(await ask('eth_coinbase')).toBe(first)
  expect(await ask('eth_chainId')).toBe('0x1')
  expect(await ask('net_version')).toBe('1')
  expect(await ask('wallet_getPermissions')).toMatchObject([{ parentCapability: 'eth_accounts' }])
  expect(relay.published.length).toBe(before)
})

test('reads go to the chain’s own nodes, what needs the wallet to the wallet', async () => {
  const calls: unknown[] = []
  const rpc: RpcRequest = async (method, params) => {
    calls.push([method, params])
    return '0x10'
  }
  const { ask, phone } = await paired({}, rpc)
  expect(await ask('eth_getBalance', [first, 'latest'])).toBe('0x10')
  expect(await ask('eth_sendRawTransaction', ['0x01'])).toBe('0x10')
  expect(await ask('personal_sign', ['0x6869', first])).toMatch(/^0x[0-9a-f]{130}$/)
  expect(calls).toEqual([
    ['eth_getBalance', [first, 'latest']],
    ['eth_sendRawTransaction', ['0x01']],
  ])
  expect(phone.wallet.requests.map(({ method }) => method)).toEqual(['personal_sign'])
})

test.each([
  ['eth_subscribe', ['newHeads'], 4200],
  ['eth_sign', [first, '0x00'], 4200],
  ['eth_signTypedData', [], 4200],
  ['made_up', [], 4200],
  ['eth_blockNumber', [], 4901],
  ['wallet_switchEthereumChain', undefined, -32602],
  ['wallet_switchEthereumChain', [{ chainId: 'mainnet' }], -32602],
  ['wallet_switchEthereumChain', [{ chainId: '0x0' }], -32602],
  ['wallet_switchEthereumChain', [null], -32602],
])('%s %j is refused with %i', async (method, params, code) => {
  const { ask } = await paired()
  await expect(ask(method, params)).rejects.toMatchObject({ code })
})

test.each([undefined, 'eth_accounts', {}, { method: 1 }])(
  '%j is no call, and has a number too',
  async call => {
    const { provider } = await paired()
    await expect(provider.request(call as never)).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code: -32602,
    })
  },
)

test('is disconnected on a page that has ended its pairing', async () => {
  const { ask, page } = await paired({}, async () => '0x10')
  page.pairing.destroy()
  for (const method of ['eth_accounts', 'eth_blockNumber', 'personal_sign', 'wallet_revokePermissions'])
    await expect(ask(method)).rejects.toMatchObject({ code: 4900 })
})

test('a node’s own number stays', async () => {
  const reverted = Object.assign(new Error('execution reverted'), { code: 3, data: '0x08c379a0' })
  const rpc: RpcRequest = () =>
    Promise.reject(new LatchkeyError({ code: 'UNKNOWN', kind: 'bug', message: 'x', cause: reverted }))
  const { ask } = await paired({}, rpc)
  await expect(ask('eth_call', [])).rejects.toMatchObject({
    code: 3,
    message: 'execution reverted',
    data: '0x08c379a0',
  })
})

test.each([
  [{ kind: 'reject' }, 5000, 'User rejected.'],
  [{ kind: 'code', code: -32000, message: 'insufficient funds' }, -32000, 'insufficient funds'],
] as const)('the wallet’s own %j passes through', async (outcome, code, message) => {
  const { ask } = await paired({ script: { personal_sign: outcome } })
  await expect(ask('personal_sign', ['0x00', first])).rejects.toMatchObject({ code, message })
})

describe('wallet_switchEthereumChain', () => {
  test('to a chain of the session is only a matter of this page', async () => {
    const { ask, heard, relay } = await paired()
    const before = relay.published.length
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x2105' }])).toBeNull()
    expect(await ask('eth_chainId')).toBe('0x2105')
    expect(heard).toEqual([['chainChanged', '0x2105']])
    expect(relay.published.length).toBe(before)
  })

  test('to another one asks the wallet, which widens the session', async () => {
    const { ask, heard, phone, page } = await paired()
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0xa' }])).toBeNull()
    expect(phone.wallet.state.chainId).toBe(10)
    expect(page.pairing.sessions[0]?.namespaces.eip155?.chains).toContain('eip155:10')
    expect(heard).toEqual([['chainChanged', '0xa']])
  })

  test('F11 from a network that the session does not grant, the wallet is asked all the same', async () => {
    const { ask, phone, topic, settled } = await paired()
    await phone.emit(topic, { name: 'chainChanged', data: '0x89' }, 'eip155:137')
    await settled()
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0xa' }])).toBeNull()
    expect(await ask('eth_chainId')).toBe('0xa')
  })

  test('to its present network asks a wallet that no longer grants it', async () => {
    const { ask, phone, topic, settled, page, session } = await paired()
    const { methods = [], events = [] } = session.namespaces.eip155 ?? {}
    const accounts = [`eip155:8453:${first}`]
    await phone.update(topic, { eip155: { chains: ['eip155:8453'], accounts, methods, events } })
    await settled()
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x1' }])).toBeNull()
    expect(phone.wallet.requests.map(({ method }) => method)).toEqual(['wallet_switchEthereumChain'])
    expect(page.pairing.sessions[0]?.namespaces.eip155?.chains).toContain('eip155:1')
  })

  test('F11 a wallet that says yes and grants nothing has not switched', async () => {
    const { provider, clock, settled, heard } = await paired({
      script: { wallet_switchEthereumChain: { kind: 'answer', value: null } },
    })
    const answer = provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] })
    answer.catch(() => undefined)
    await settled()
    clock.advance(2_000)
    await expect(answer).rejects.toMatchObject({ code: 4901 })
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(heard).toEqual([])
  })

  test('a wallet that was not granted to switch answers 4902, and to add 4200', async () => {
    const { ask } = await paired({ methods: ['personal_sign'] })
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0xa' }])).rejects.toMatchObject({
      code: 4902,
    })
    await expect(ask('wallet_addEthereumChain', [{ chainId: '0xa' }])).rejects.toMatchObject({ code: 4200 })
  })
})

test('follows what the wallet changes by itself', async () => {
  const { heard, phone, settled, ask } = await paired()
  phone.wallet.switchChain(8453)
  await settled()
  phone.wallet.switchAccount(1)
  await settled()
  expect(await ask('eth_chainId')).toBe('0x2105')
  expect(((await ask('eth_accounts')) as string[])[0]).toBe(second)
  const types = heard.map(([type]) => type)
  expect(types).toContain('chainChanged')
  expect(types).toContain('accountsChanged')
})

test('F11 reports the chain of a wallet that moves to an unrequested one', async () => {
  const { heard, phone, topic, settled } = await paired()
  await phone.emit(topic, { name: 'chainChanged', data: '0x89' }, 'eip155:137')
  await settled()
  expect(heard).toEqual([['chainChanged', '0x89']])
})

test.each([
  ['0x89', 'eip155:137', ['0x89']],
  [137, 'eip155:1', ['0x89']],
  [{ chainId: '137' }, 'eip155:1', ['0x89']],
  [null, 'eip155:137', ['0x89']],
  ['mainnet', 'eip155:mainnet', []],
  [2 ** 60, 'eip155:-1', []],
])('the chain of a chainChanged with %j on %s', async (data, chainId, moved) => {
  const { heard, phone, topic, settled } = await paired()
  await phone.emit(topic, { name: 'chainChanged', data }, chainId)
  await settled()
  expect(heard).toEqual(moved.map(chain => ['chainChanged', chain]))
})

test.each([null, {}, [], ['0x0000000000000000000000000000000000000bad'], 'x', [7]])(
  'accounts that were not granted do not come to the front: %j',
  async data => {
    const { heard, phone, topic, settled, ask } = await paired()
    await phone.emit(topic, { name: 'accountsChanged', data }, 'eip155:1')
    await settled()
    expect(heard).toEqual([])
    expect(((await ask('eth_accounts')) as string[])[0]).toBe(first)
  },
)

test('a session that ends disconnects, and answers 4900 from then on', async () => {
  const { heard, phone, topic, settled, provider, ask } = await paired({ mode: 'approve' })
  await phone.disconnect(topic, { code: 6000, message: 'Bye' })
  await settled()
  expect(heard).toMatchObject([['disconnect', { code: 4900, message: 'Bye' }]])
  await expect(ask('eth_accounts')).rejects.toMatchObject({ code: 4900 })
  provider.destroy()
})

test('wallet_revokePermissions ends the session', async () => {
  const { ask, phone, settled } = await paired()
  expect(await ask('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
  await settled()
  expect(phone.sessions).toEqual([])
})

test('the chain it was on is taken up again where the session still grants it', async () => {
  const { page, topic, clock } = await paired()
  const open = (chain: `eip155:${number}`) =>
    createPairedProvider({
      pairing: page.pairing,
      topic,
      namespace: 'eip155',
      clock,
      chain,
      rpc: () => undefined,
    })
  expect(await open('eip155:8453').request({ method: 'eth_chainId' })).toBe('0x2105')
  expect(await open('eip155:42161').request({ method: 'eth_chainId' })).toBe('0x1')
})

test('the adapter of eip155 takes it as it takes an injected wallet', async () => {
  const { provider, phone, settled, topic } = await paired()
  const adapter = createEvmAdapter()
  const { signal } = new AbortController()
  const state = await adapter.connect(provider, { silent: true, networks: [mainnet], signal })
  expect(state?.caipNetworkId).toBe('eip155:1')
  expect(state?.accounts[0]).toEqual({ caip10: `eip155:1:${first}`, type: 'eoa' })
  const changes: unknown[] = []
  const stop = adapter.watch(provider, change => void changes.push(change.type))
  const { switchNetwork, signMessage, signTypedData } = adapter.abilities(provider)
  expect(await switchNetwork?.(base)).toBe('eip155:8453')
  const signed = signMessage?.({ account: `eip155:8453:${first}`, message: 'hi' })
  await settled()
  expect(await signed).toMatch(/^0x/)
  const account = `eip155:8453:${first}` as const
  const typed = {
    domain: { name: 'Test', chainId: 8_453 },
    types: { Word: [{ name: 'text', type: 'string' }] },
    primaryType: 'Word',
    message: { text: 'hi' },
  }
  const signedData = signTypedData?.({ account, data: typed, signal })
  await settled()
  expect(await signedData).toMatch(/^0x/)
  phone.wallet.next('eth_signTypedData_v4', 'reject')
  const refusedData = signTypedData?.({ account, data: typed, signal })
  refusedData?.catch(() => undefined)
  await settled()
  await expect(refusedData).rejects.toMatchObject({ code: 'SIGN_REJECTED' })
  phone.wallet.next('personal_sign', 'reject')
  const refused = signMessage?.({ account: `eip155:8453:${first}`, message: 'hi' })
  refused?.catch(() => undefined)
  await settled()
  await expect(refused).rejects.toMatchObject({ code: 'SIGN_REJECTED' })
  await phone.disconnect(topic)
  await settled()
  expect(changes).toEqual(['network', 'disconnected'])
  stop()
})
