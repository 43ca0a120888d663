/** The adapter against a wallet that was written apart from it, with real keys (DECISIONS D8). */

import {
  createSimulatedSolanaWallet,
  malformedNames,
  type SimulatedSolanaOptions,
  testAddresses,
  thrownNames,
} from '@latchkey/testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import { verifySignIn } from '@solana/wallet-standard-util'
import { describe, expect, test } from 'vitest'
import type { ProviderChange } from '../../contract/adapter.ts'
import { parseBase58 } from '../../contract/base58.ts'
import { addressOf, type CaipAddress, toCaipAddress } from '../../contract/caip.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import { toNetwork } from '../../contract/network.ts'
import { solana, solanaDevnet } from '../../contract/networks/solana.ts'
import type { SignInRequest } from '../../contract/siwx.ts'
import { solana as describeSolana } from '../../solana.ts'
import { type Behaviour, describeAdapter } from '../conformance/describeAdapter.ts'
import { showPrompts } from '../conformance/showPrompts.ts'
import { createSolanaAdapter } from './createSolanaAdapter.ts'

const [first = '', second = ''] = testAddresses
const mainnet = toNetwork(solana)
const devnet = toNetwork(solanaDevnet)
const local = toNetwork({
  ...solanaDevnet,
  caipNetworkId: 'solana:loca1Loca1Loca1Loca1Loca1Loca1Lo',
  id: 'loca1Loca1Loca1Loca1Loca1Loca1Lo',
})
const { signal } = new AbortController()
const origin = 'https://shop.example'

function simulate(options: Partial<SimulatedSolanaOptions> = {}) {
  const wallet = createSimulatedSolanaWallet({
    name: 'Simulated',
    target: new EventTarget(),
    announce: 'manual',
    memory: false,
    accounts: 2,
    chains: [{ id: 'solana:mainnet' }, { id: 'solana:devnet' }],
    origin,
    ...options,
  })
  const adapter = createSolanaAdapter()
  const provider = wallet.standard
  const connect = (more: object = {}) =>
    adapter.connect(provider, { silent: false, networks: [mainnet, devnet], signal, ...more })
  return { wallet, control: wallet.control, provider, adapter, connect }
}

/** A wallet that shows each prompt, and what the visitor does with it. */
function fixtureOf(behaviour: Behaviour) {
  const { control, provider } = simulate({
    mode: 'ask',
    connected: behaviour === 'approved before',
  })
  if (behaviour === 'approved before') control.setAccounts([0, 1])
  return {
    provider,
    ...showPrompts(control, behaviour, [0, 1]),
    changeAccounts: (accounts: readonly CaipAddress[]) => control.setAccounts(accounts.map(addressOf)),
    babble() {
      for (const change of [undefined, null, 7, 'x', [], {}, { accounts: 7 }, { accounts: [null] }])
        control.emit('change', change)
      control.emit('change', {
        accounts: [{ address: first, publicKey: new Uint8Array(32), chains: ['solana:mainnet'] }],
      })
      control.emit('change', { chains: ['solana:devnet'] })
      control.emit('change', { features: {} })
    },
  }
}

describeAdapter('solana', () => ({
  adapter: createSolanaAdapter(),
  descriptor: describeSolana(),
  transactionIds: [
    '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
    '1'.repeat(64),
  ],
  notTransactionIds: ['0x1234', first, `0x${'a'.repeat(64)}`, 'l'.repeat(88)],
  network: mainnet,
  otherNetwork: devnet,
  accounts: [first, second].map(address => toCaipAddress(mainnet.caipNetworkId, address)),
  notAddresses: [
    '',
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    first.slice(4),
    `${first}1`,
    `${first} `,
    first.replace('A', '0'),
    '1'.repeat(31),
    '1'.repeat(33),
    'z'.repeat(44),
  ],
  asksAgain: true,
  wallet: fixtureOf,
}))

describe('the network is the page’s own', () => {
  const chains = [{ id: 'solana:devnet' as const }, { id: 'solana:localnet' as const }]
  test.each<[string, object, string]>([
    [
      'the first of the host’s that the wallet signs on',
      { networks: [mainnet, devnet, local] },
      devnet.caipNetworkId,
    ],
    [
      'the one that the visitor was on',
      { networks: [devnet, local], network: local.caipNetworkId },
      local.caipNetworkId,
    ],
    [
      'the first, where the wallet does not sign on that',
      { networks: [mainnet, local], network: mainnet.caipNetworkId },
      local.caipNetworkId,
    ],
    [
      'the first, where the host lists it no more',
      { networks: [local], network: devnet.caipNetworkId },
      local.caipNetworkId,
    ],
    [
      'one that the wallet names, where it signs on none of the host’s',
      { networks: [mainnet] },
      devnet.caipNetworkId,
    ],
  ])('%s', async (_what, options, expected) => {
    const { connect } = simulate({ chains })
    const state = await connect(options)
    expect(state).toEqual({
      caipNetworkId: expected,
      accounts: [{ caip10: `${expected}:${first}`, type: 'eoa' }],
    })
  })

  test('a wallet for private clusters alone is of no use to a page without one', async () => {
    const { connect } = simulate({ chains: [{ id: 'solana:localnet' }] })
    await expect(connect()).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
      context: { reason: 'no-network' },
    })
  })

  test('it moves without asking the wallet, to where the wallet signs, and accounts are told there', async () => {
    const { adapter, provider, control, connect } = simulate()
    await connect()
    const seen = control.requests.length
    const { switchNetwork, reaches } = adapter.abilities(provider)
    expect([devnet, local].map(each => reaches?.(each))).toEqual([true, false])
    expect(await switchNetwork?.(devnet)).toBe(devnet.caipNetworkId)
    await expect(switchNetwork?.(local)).rejects.toMatchObject({ code: 'SWITCH_FAILED' })
    expect(control.requests).toHaveLength(seen)
    const changes: ProviderChange[] = []
    adapter.watch(provider, change => changes.push(change))
    control.switchAccount(1)
    expect(changes).toMatchObject([{ accounts: [{ caip10: `${devnet.caipNetworkId}:${second}` }] }])
  })
})

test('signs a text with the key of the account; the signature is base58', async () => {
  const { adapter, provider, connect } = simulate()
  const account = (await connect())?.accounts[0]?.caip10 as CaipAddress
  const message = 'shop.example says 🔑'
  const signature = await adapter.abilities(provider).signMessage?.({ account, message })
  const [bytes, key] = [parseBase58(signature ?? '', 64), parseBase58(first, 32)]
  if (!bytes || !key) expect.unreachable('base58')
  expect(ed25519.verify(bytes, new TextEncoder().encode(message), key, { zip215: false })).toBe(true)
  const stranger = toCaipAddress(mainnet.caipNetworkId, second)
  await expect(
    adapter.abilities(provider).signMessage?.({ account: stranger, message }),
  ).rejects.toMatchObject({ code: 'SIGN_FAILED' })
})

test.each([
  ['the visitor refuses', 'reject', 'SIGN_REJECTED'],
  ['the wallet finds fault without a prompt', { kind: 'code', code: -32000 }, 'SIGN_FAILED'],
  [
    'its words are a refusal, but its number is none',
    { kind: 'code', code: 0, message: 'User rejected the request.' },
    'SIGN_FAILED',
  ],
  ['it answers nothing', { kind: 'answer', value: [] }, 'WALLET_BAD_ANSWER'],
  [
    'it signs another text',
    { kind: 'answer', value: [{ signedMessage: new Uint8Array(5), signature: new Uint8Array(64) }] },
    'WALLET_BAD_ANSWER',
  ],
  [
    'its signature is short',
    {
      kind: 'answer',
      value: [{ signedMessage: new TextEncoder().encode('hello'), signature: new Uint8Array(63) }],
    },
    'WALLET_BAD_ANSWER',
  ],
] as const)('a text is not signed: %s', async (_what, outcome, code) => {
  const { adapter, provider, control, connect } = simulate()
  const account = (await connect())?.accounts[0]?.caip10 as CaipAddress
  control.next('solana:signMessage', outcome)
  await expect(
    adapter.abilities(provider).signMessage?.({ account, message: 'hello' }),
  ).rejects.toMatchObject({ code, message: expect.any(String) })
})

test('what the wallet does not have is absent', async () => {
  const { adapter, provider, connect } = simulate({ features: [] })
  await connect()
  const abilities = adapter.abilities(provider)
  expect(abilities.signMessage).toBeUndefined()
  expect(abilities.transfer).toBeUndefined()
  expect(abilities.signMessageByTransaction).toBeUndefined()
})

test.each(malformedNames)(
  'connecting answered with garbage (%s) is an account that makes sense, or an error of ours',
  async as => {
    for (const silent of [false, true]) {
      const { connect } = simulate({ script: { '*': { kind: 'malformed', as } }, connected: silent })
      const outcome = await connect({ silent }).catch((error: unknown) => error)
      if (isLatchkeyError(outcome)) expect(['WALLET_BAD_ANSWER', 'CONNECT_FAILED']).toContain(outcome.code)
      else expect(outcome).toMatchObject({ accounts: [{ caip10: `${mainnet.caipNetworkId}:${first}` }] })
    }
  },
)

test.each(thrownNames)('a wallet that throws (%s) is an error of ours', async how => {
  const { connect } = simulate({ script: { '*': { kind: 'throw', how } } })
  const outcome = await connect().catch((error: unknown) => error)
  expect(outcome).toMatchObject({
    name: 'LatchkeyError',
    code: expect.stringMatching(/^(CONNECT_FAILED|CONNECTION_REJECTED)$/),
  })
})

describe('connecting and signing in with one approval', () => {
  const asked: SignInRequest = {
    domain: 'shop.example',
    uri: `${origin}/`,
    nonce: 'abcdefgh12345',
    chains: [mainnet.caipNetworkId],
    statement: 'Welcome.',
    issuedAt: new Date().toISOString(),
    resources: ['https://shop.example/terms'],
  }
  const options = { request: async () => asked, networks: [mainnet], signal }

  test('the text that the wallet wrote comes back with its signature', async () => {
    const { adapter, provider, control } = simulate()
    const both = await adapter.connectSigned?.(provider, options)
    expect(both?.state).toEqual({
      caipNetworkId: mainnet.caipNetworkId,
      accounts: [{ caip10: `${mainnet.caipNetworkId}:${first}`, type: 'eoa' }],
    })
    const { address, message, signature } = both?.signed ?? expect.unreachable('signed')
    expect(address).toBe(first)
    expect(message).toContain('Chain ID: mainnet\nNonce: abcdefgh12345\n')
    const [bytes, key] = [parseBase58(signature, 64), parseBase58(first, 32)]
    if (!bytes || !key) expect.unreachable('base58')
    const signedMessage = new TextEncoder().encode(message)
    expect(ed25519.verify(bytes, signedMessage, key)).toBe(true)
    // The ecosystem's own library reads it as what was asked.
    const { chains: _chains, ...fields } = asked
    const account = { address, publicKey: key, chains: [], features: [] }
    const output = { account, signedMessage, signature: bytes }
    expect(verifySignIn({ ...fields, version: '1', chainId: 'mainnet' }, output)).toBe(true)
    expect(verifySignIn({ ...fields, version: '1', chainId: 'devnet' }, output)).toBe(false)
    expect(control.requests.map(({ method }) => method)).toEqual(['solana:signIn'])
  })

  test.each([
    ['has no such feature', { features: ['solana:signMessage'] as const }],
    ['shares an account with the page already', { connected: true }],
    [
      'finds fault with the text without a prompt',
      { script: { 'solana:signIn': { kind: 'code', code: -32000 } as const } },
    ],
    [
      'does not know the method after all',
      { script: { 'solana:signIn': { kind: 'code', code: -32601 } as const } },
    ],
  ])('a wallet that %s is left to connect in two steps', async (_what, more) => {
    const { adapter, provider } = simulate(more)
    expect(await adapter.connectSigned?.(provider, options)).toBeUndefined()
  })

  test('an answer of garbage is an error of ours', async () => {
    const { adapter, provider } = simulate({ script: { 'solana:signIn': 'malformed' } })
    await expect(adapter.connectSigned?.(provider, options)).rejects.toMatchObject({
      code: 'WALLET_BAD_ANSWER',
    })
  })

  test('a refusal is the visitor’s no, and the next attempt asks for accounts alone', async () => {
    const { adapter, provider, control } = simulate({ script: { 'solana:signIn': 'reject' } })
    await expect(adapter.connectSigned?.(provider, options)).rejects.toMatchObject({
      code: 'CONNECTION_REJECTED',
    })
    expect(await adapter.connectSigned?.(provider, options)).toBeUndefined()
    expect(control.requests).toHaveLength(1)
  })

  test.each([
    [
      'is no text',
      { signedMessage: Uint8Array.of(0xff, 0xfe), signature: new Uint8Array(64), account: first },
    ],
    [
      'is of another key type',
      {
        signedMessage: Uint8Array.of(65),
        signature: new Uint8Array(64),
        signatureType: 'secp256k1',
        account: first,
      },
    ],
  ])('a signature that %s counts as none', async (_what, output) => {
    const { adapter, provider } = simulate({
      script: { 'solana:signIn': { kind: 'answer', value: [output] } },
    })
    const both = await adapter.connectSigned?.(provider, options)
    expect(both?.signed).toBeUndefined()
  })

  test('a visitor who left is not prompted', async () => {
    const { adapter, provider, control } = simulate()
    const left = { ...options, signal: AbortSignal.abort() }
    expect(await adapter.connectSigned?.(provider, left)).toBeUndefined()
    expect(control.requests).toEqual([])
  })
})

test('disconnecting ends it in the wallet, once, and is no reason to ask again', async () => {
  const { adapter, provider, control, connect } = simulate()
  await connect()
  const changes: ProviderChange[] = []
  adapter.watch(provider, change => changes.push(change))
  await adapter.abilities(provider).disconnect?.({ revoke: false })
  expect(control.state.authorised).toEqual([])
  expect(changes).toEqual([{ type: 'disconnected' }])
  expect(control.requests.map(({ method }) => method)).toEqual(['standard:connect', 'standard:disconnect'])
})
