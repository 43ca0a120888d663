import { expect, test, vi } from 'vitest'
import type { RpcRequest } from '../../contract/adapter.ts'
import { toNetwork } from '../../contract/network.ts'
import { base, mainnet } from '../../contract/networks/evm.ts'
import { evm } from '../../evm.ts'
import { describeAdapter, type WalletFixture } from '../conformance/describeAdapter.ts'
import { fakeEvmProvider, walletError } from '../conformance/fakeEvmProvider.ts'
import { createEvmAdapter } from './createEvmAdapter.ts'

const first = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const second = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const accounts = [`eip155:1:${first}`, `eip155:1:${second}`] as const
const hello = { account: accounts[0], message: 'Grüße 🔑' }

describeAdapter('evm', () => ({
  adapter: createEvmAdapter(),
  descriptor: evm(),
  transactionIds: [`0x${'a1'.repeat(32)}`, `0x${'A1'.repeat(32)}`],
  notTransactionIds: [first, 'a1'.repeat(32), `0x${'a1'.repeat(32)}0`, `0x${'zz'.repeat(32)}`],
  network: mainnet,
  otherNetwork: base,
  accounts,
  notAddresses: [
    '',
    '0x',
    `${first}0`,
    first.slice(0, -1),
    first.replace('d8dA', 'D8dA'),
    `0X${first.slice(2)}`,
  ],
  wallet: (behaviour): WalletFixture => {
    const asked = {
      approves: () => [first.toLowerCase(), second],
      'approved before': () => [first, second.toUpperCase().replace('0X', '0x')],
      refuses: () => Promise.reject(walletError(4001)),
      'never answers': () => new Promise(() => undefined),
    }[behaviour]
    const provider = fakeEvmProvider({
      eth_requestAccounts: asked,
      eth_accounts: behaviour === 'approved before' ? asked : [],
      eth_chainId: '0x1',
      eth_signTypedData_v4: `0x${'1b'.repeat(65)}`,
      wallet_getCapabilities: { '0x1': {} },
    })
    return {
      provider,
      prompts: () =>
        provider.calls.filter(({ method }) =>
          /^(eth_(requestAccounts|signTypedData_v4|sendTransaction)|wallet_sendCalls)$/.test(method),
        ).length,
      listenerCount: provider.listenerCount,
      changeAccounts: list =>
        provider.emit(
          'accountsChanged',
          list.map(id => id.slice(id.lastIndexOf(':') + 1).toLowerCase()),
        ),
      changeNetwork: id => provider.emit('chainChanged', `0x${Number(id.slice(7)).toString(16)}`),
      babble: () => {
        for (const garbage of [undefined, null, 'x', 7, {}, [null], ['0x1'], [[first]]]) {
          provider.emit('accountsChanged', garbage)
        }
        for (const garbage of [
          undefined,
          null,
          'mainnet',
          0,
          -1,
          1.5,
          Number.NaN,
          {},
          ['0x1'],
          '0x',
          2 ** 60,
        ]) {
          provider.emit('chainChanged', garbage)
          provider.emit('connect', garbage)
        }
        provider.emit('disconnect', { code: 1013 })
      },
    }
  },
}))

const connecting = { silent: false, networks: [mainnet], signal: new AbortController().signal }

test('asks the functions the provider had when it was first used', async () => {
  const adapter = createEvmAdapter()
  const provider = {
    ...fakeEvmProvider({ eth_requestAccounts: [first], eth_chainId: 1, personal_sign: 'x' }),
  }
  await adapter.connect(provider, connecting)
  const thief = vi.fn()
  Object.assign(provider, { request: thief, on: thief })
  adapter.watch(provider, () => undefined)
  await expect(adapter.abilities(provider).signMessage?.(hello)).rejects.toMatchObject({
    code: 'WALLET_BAD_ANSWER',
  })
  expect(thief).not.toHaveBeenCalled()
})

test('calls the provider as its own method', async () => {
  class Provider {
    #chain = '0x2105'
    async request({ method }: { method: string }) {
      return method === 'eth_chainId' ? this.#chain : [first]
    }
  }
  const state = await createEvmAdapter().connect(new Provider(), connecting)
  expect(state?.caipNetworkId).toBe('eip155:8453')
})

test('what is no EIP-1193 provider has no abilities', () => {
  expect(createEvmAdapter().abilities({ send: () => undefined })).toEqual({})
})

test('signs the UTF-8 bytes of the message by personal_sign', async () => {
  const signature = `0x${'1b'.repeat(65)}`
  const provider = fakeEvmProvider({ personal_sign: signature })
  expect(await createEvmAdapter().abilities(provider).signMessage?.(hello)).toBe(signature)
  expect(provider.calls).toEqual([
    { method: 'personal_sign', params: [`0x${Buffer.from(hello.message).toString('hex')}`, first] },
  ])
})

test.each([
  ['a refusal', walletError(4001), 'SIGN_REJECTED', 'rejected'],
  ['any other failure', walletError(-32000, 'hardware wallet is locked'), 'SIGN_FAILED', 'unsupported'],
] as const)('%s to sign shows SPEC §8’s text', async (_name, thrown, code, kind) => {
  const provider = fakeEvmProvider({ personal_sign: () => Promise.reject(thrown) })
  await expect(createEvmAdapter().abilities(provider).signMessage?.(hello)).rejects.toMatchObject({
    code,
    kind,
    message: 'Error signing message',
    context: { walletMessage: thrown.message },
  })
})

test.each([
  ['a number', 27],
  ['too short', '0x1234'],
  ['no hex', `0x${'zz'.repeat(65)}`],
  ['megabytes', `0x${'a'.repeat(200_000)}`],
])('a signature that is %s is refused', async (_name, answer) => {
  const provider = fakeEvmProvider({ personal_sign: answer })
  await expect(createEvmAdapter().abilities(provider).signMessage?.(hello)).rejects.toMatchObject({
    code: 'WALLET_BAD_ANSWER',
    context: { method: 'personal_sign' },
  })
})

test('disconnecting asks the wallet to forget the page only with `revoke`', async () => {
  const provider = fakeEvmProvider({ wallet_revokePermissions: null })
  const { disconnect } = createEvmAdapter().abilities(provider)
  await disconnect?.({ revoke: false })
  expect(provider.calls).toEqual([])
  await disconnect?.({ revoke: true })
  expect(provider.calls).toEqual([{ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }])
})

test('a wallet that cannot forget, or never says so, does not hold up the disconnect', async () => {
  const cannot = fakeEvmProvider({})
  await expect(createEvmAdapter().abilities(cannot).disconnect?.({ revoke: true })).resolves.toBeUndefined()

  const deadline = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
  const silent = fakeEvmProvider({ wallet_revokePermissions: () => new Promise(() => undefined) })
  const leaving = createEvmAdapter().abilities(silent).disconnect?.({ revoke: true })
  await vi.waitFor(() => expect(silent.calls).toHaveLength(1))
  deadline.abort()
  await expect(leaving).resolves.toBeUndefined()
  expect(timeout).toHaveBeenCalledWith(1_000)
  timeout.mockRestore()
})

test('reads the native balance in wei at the latest block', async () => {
  const rpc = vi.fn<RpcRequest>(async () => '0x0de0b6b3a7640001')
  expect(await createEvmAdapter().nativeBalance?.(rpc, first, toNetwork(mainnet))).toBe(10n ** 18n + 1n)
  expect(rpc).toHaveBeenCalledWith('eth_getBalance', [first, 'latest'])
})
