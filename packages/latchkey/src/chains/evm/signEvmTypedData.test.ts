import { createSimulatedWallet, testAccounts } from '@latchkey/testing'
import { recoverTypedDataAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { CaipAddress } from '../../contract/caip.ts'
import type { TypedData } from '../../contract/typedData.ts'
import { fakeEvmProvider, walletError } from '../conformance/fakeEvmProvider.ts'
import { createEvmAdapter } from './createEvmAdapter.ts'

const first = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const account: CaipAddress = `eip155:1:${first}`
const signature = `0x${'1b'.repeat(65)}`
const { signal } = new AbortController()
const method = 'eth_signTypedData_v4'

const permit: TypedData = {
  domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: first },
  types: {
    Permit: [
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  message: { spender: first, value: 2n ** 255n },
}
const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

function walletOf(answers: Readonly<Record<string, unknown>> = {}) {
  return fakeEvmProvider({
    eth_chainId: '0x1',
    eth_accounts: [first.toLowerCase()],
    [method]: signature,
    ...answers,
  })
}
type Fake = ReturnType<typeof walletOf>
const sign = (provider: Fake, data: TypedData = permit, from = account) =>
  createEvmAdapter().abilities(provider).signTypedData?.({ account: from, data, signal })
const asked = (provider: Fake) => provider.calls.filter(call => call.method === method)

test('signs typed data as JSON, with the domain’s type and exact numbers', async () => {
  const provider = walletOf()
  expect(await sign(provider)).toBe(signature)
  const [address, text] = asked(provider)[0]?.params ?? []
  expect(address).toBe(first)
  expect(JSON.parse(String(text))).toEqual({
    ...permit,
    types: { EIP712Domain: domainType, ...permit.types },
    message: { spender: first, value: String(2n ** 255n) },
  })
})

test.each<[string, number | bigint | string]>([
  ['a number', 1],
  ['a bigint', 1n],
  ['text', '1'],
  ['hex', '0x1'],
])('takes a chain id written as %s', async (_form, chainId) => {
  const provider = walletOf()
  expect(await sign(provider, { ...permit, domain: { ...permit.domain, chainId } })).toBe(signature)
  expect(JSON.parse(String(asked(provider)[0]?.params?.[1])).domain.chainId).toBe(1)
})

test('a signature by a wallet with real keys is recovered by viem', async () => {
  const wallet = createSimulatedWallet({
    name: 'Simulated',
    rdns: 'com.example.simulated',
    chains: [{ id: 31337 }],
    memory: false,
    connected: true,
    origin: 'https://host.example',
    target: new EventTarget(),
    announce: 'manual',
    accounts: 1,
  })
  const address = testAccounts[0]?.address as `0x${string}`
  const domain = { ...permit.domain, chainId: 31_337 }
  const signed = await createEvmAdapter()
    .abilities(wallet.provider)
    .signTypedData?.({ account: `eip155:31337:${address}`, data: { ...permit, domain }, signal })
  const recovered = recoverTypedDataAddress({
    ...permit,
    domain,
    signature: signed as `0x${string}`,
  } as never)
  expect(await recovered).toBe(address)
})

describe('T61 the wallet is not asked', () => {
  const domain = (change: Record<string, unknown>) =>
    ({ ...permit, domain: { ...permit.domain, ...change } }) as TypedData

  test.each<[string, TypedData, string]>([
    ['for data of another network', domain({ chainId: 5 }), 'other-network'],
    ['for data of no network', domain({ chainId: undefined }), 'typed-data'],
    ['for a network that is none', domain({ chainId: '1e0' }), 'typed-data'],
    ['for a network of zero', domain({ chainId: 0 }), 'typed-data'],
    ['for a network beyond a safe number', domain({ chainId: 2n ** 64n }), 'typed-data'],
    ['for data without a domain', { ...permit, domain: undefined as never }, 'typed-data'],
    [
      'for a domain whose type leaves the network out',
      {
        ...permit,
        types: { EIP712Domain: domainType.filter(({ name }) => name !== 'chainId'), ...permit.types },
      },
      'typed-data',
    ],
    ['for a type that there is not', { ...permit, primaryType: 'toString' }, 'typed-data'],
    ['for data without types', { ...permit, types: undefined as never }, 'typed-data'],
    ['for megabytes', { ...permit, message: { spender: 'f'.repeat(200_000) } }, 'typed-data'],
  ])('%s', async (_what, data, reason) => {
    const provider = walletOf()
    await expect(sign(provider, data)).rejects.toMatchObject({ code: 'SIGN_FAILED', context: { reason } })
    expect(provider.calls).toEqual([])
  })

  test('for data that holds itself', async () => {
    const message: Record<string, unknown> = {}
    message.self = message
    const provider = walletOf()
    await expect(sign(provider, { ...permit, message })).rejects.toMatchObject({ code: 'SIGN_FAILED' })
    expect(provider.calls).toEqual([])
  })

  test('while it is on another network', async () => {
    const provider = walletOf({ eth_chainId: '0x5' })
    await expect(sign(provider)).rejects.toMatchObject({
      code: 'SIGN_FAILED',
      context: { reason: 'other-network', asked: 'eip155:1', real: 'eip155:5' },
    })
    expect(asked(provider)).toEqual([])
  })

  test.each([
    ['has another account', { eth_accounts: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] }],
    ['shares none any more', { eth_accounts: [] }],
    ['says what makes no sense of its accounts', { eth_accounts: 'mine' }],
  ])('when it %s', async (_what, answers) => {
    const provider = walletOf(answers)
    await expect(sign(provider)).rejects.toMatchObject({
      code: 'SIGN_FAILED',
      context: { reason: 'other-account' },
    })
    expect(asked(provider)).toEqual([])
  })

  test('when the visitor left before', async () => {
    const provider = walletOf()
    const { signTypedData } = createEvmAdapter().abilities(provider)
    const leaving = signTypedData?.({ account, data: permit, signal: AbortSignal.abort() })
    await expect(leaving).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    expect(provider.calls).toEqual([])
  })
})

test('T61 a signature is refused when the wallet moved while it signed', async () => {
  const chains = ['0x1', '0x5']
  const provider = walletOf({ eth_chainId: () => chains.shift() })
  await expect(sign(provider)).rejects.toMatchObject({
    code: 'SIGN_FAILED',
    context: { reason: 'other-network', real: 'eip155:5' },
  })
  expect(asked(provider)).toHaveLength(1)
})

test('F48 a wallet that never answers is left when the signal fires', async () => {
  const leaving = new AbortController()
  const provider = walletOf({ [method]: () => new Promise(() => undefined) })
  const waiting = createEvmAdapter()
    .abilities(provider)
    .signTypedData?.({ account, data: permit, signal: leaving.signal })
  await expect.poll(() => asked(provider)).toHaveLength(1)
  leaving.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
})

test.each([
  ['a refusal', walletError(4001), 'SIGN_REJECTED', 'rejected'],
  ['any other failure', walletError(-32000, 'hardware wallet is locked'), 'SIGN_FAILED', 'unsupported'],
] as const)('%s to sign shows SPEC §8’s text', async (_name, thrown, code, kind) => {
  const provider = walletOf({ [method]: () => Promise.reject(thrown) })
  await expect(sign(provider)).rejects.toMatchObject({
    code,
    kind,
    message: 'Error signing message',
    context: { walletMessage: thrown.message },
  })
})

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a number', 27],
  ['empty', '0x'],
  ['an object', { signature }],
  ['too short', '0x1234'],
  ['no hex', `0x${'zz'.repeat(65)}`],
  ['megabytes', `0x${'a'.repeat(200_000)}`],
])('a signature that is %s is refused', async (_name, answer) => {
  await expect(sign(walletOf({ [method]: answer }))).rejects.toMatchObject({
    code: 'WALLET_BAD_ANSWER',
    context: { method },
  })
})

test('a wallet that says what makes no sense of its network is refused before it is asked to sign', async () => {
  const provider = walletOf({ eth_chainId: 'mainnet' })
  await expect(sign(provider)).rejects.toMatchObject({
    code: 'WALLET_BAD_ANSWER',
    context: { method: 'eth_chainId' },
  })
  expect(asked(provider)).toEqual([])
})
