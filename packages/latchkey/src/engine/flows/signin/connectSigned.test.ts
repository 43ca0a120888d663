/** One approval for both, from the wallet's prompt to the proof for the issuer of the nonce. */

import { createSimulatedWallet, type SimulatedWalletOptions, testAccounts } from '@latchkey/testing'
import { verifyMessage } from 'viem'
import { describe, expect, test } from 'vitest'
import { createEvmAdapter } from '../../../chains/evm/createEvmAdapter.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { toNetwork } from '../../../contract/network.ts'
import { formatSignInMessage } from '../../../contract/signInMessage.ts'
import type { SignInRequest, Siwx, SiwxSession } from '../../../contract/siwx.ts'
import { evm } from '../../../evm.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { createEarlySignIn } from './createEarlySignIn.ts'
import { proofOf } from './proofOf.ts'

const origin = 'https://shop.example'
const network = toNetwork({
  id: 31337,
  name: 'Latchkey 31337',
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
})
const [first] = testAccounts
if (!first) throw new Error('an account is needed')
const { address } = first
const state = {
  caipNetworkId: 'eip155:31337',
  accounts: [{ caip10: `eip155:31337:${address}`, type: 'eoa' }],
}

function open(wallet: { readonly provider: unknown }, fake: Partial<Siwx> = {}, isHeld = false) {
  const kept: SiwxSession[] = []
  const taken: string[] = []
  const ended: string[] = []
  const leaving = new AbortController()
  const { signal } = leaving
  const siwx = {
    async createMessage(input: Parameters<Siwx['createMessage']>[0]) {
      const data = {
        ...input,
        domain: 'shop.example',
        uri: origin,
        version: '1',
        nonce: 'n'.repeat(22),
        issuedAt: '2026-11-21T09:00:00.000Z',
        statement: 'Sign in to the shop.',
        resources: [`${origin}/terms`],
      }
      return { ...data, toString: () => formatSignInMessage(data) }
    },
    async addSession(session: SiwxSession) {
      kept.push(session)
    },
    ...fake,
  } as Siwx
  const early = createEarlySignIn(
    { clock: createFakeClock(), config: { networks: [network], adapters: [evm()] } as never },
    {
      source: async () => siwx,
      isHeld: () => isHeld,
      settle: () => undefined,
      took: each => taken.push(each),
      endLate: ({ address }) => {
        kept.splice(0)
        ended.push(address)
        return true
      },
    },
  )
  const adapter = createEvmAdapter()
  const options = { silent: false, networks: [network], signal }
  return {
    kept,
    taken,
    ended,
    leave: () => leaving.abort(),
    connect: () => early.connect(wallet.provider, options, adapter),
  }
}

function simulate(options: Partial<SimulatedWalletOptions> = {}) {
  const wallet = createSimulatedWallet({
    name: 'Simulated',
    rdns: 'com.example.simulated',
    chains: [{ id: 31337 }],
    memory: false,
    origin,
    target: new EventTarget(),
    announce: 'manual',
    accounts: 1,
    ...options,
  })
  const prompts = () =>
    wallet.control.requests
      .map(({ method }) => method)
      .filter(method => method !== 'eth_accounts' && method !== 'eth_chainId')
  return { wallet, prompts }
}

describe('C10 a wallet that signs as it connects (ERC-7846)', () => {
  test('one prompt for both, and the text is the requested one, for its account', async () => {
    const { wallet, prompts } = simulate({ signsOnConnect: 'always' })
    const { connect, kept, taken } = open(wallet)
    expect(await connect()).toEqual(state)
    expect(prompts()).toEqual(['wallet_connect'])
    const [session] = kept
    expect(session?.data).toMatchObject({
      accountAddress: address,
      chainId: 'eip155:31337',
      domain: 'shop.example',
      uri: origin,
      nonce: 'n'.repeat(22),
      statement: 'Sign in to the shop.',
      resources: [`${origin}/terms`],
    })
    const { message = '', signature } = session ?? {}
    expect(await verifyMessage({ address, message, signature: signature as `0x${string}` })).toBe(true)
    expect(taken).toEqual([`eip155:31337:${address}`])
  })

  test('one that leaves the signature out is connected; one that does not know the method is asked for accounts', async () => {
    const never = simulate({ signsOnConnect: 'never' })
    const one = open(never.wallet)
    expect(await one.connect()).toEqual(state)
    expect([never.prompts(), one.kept]).toEqual([['wallet_connect'], []])

    const plain = simulate()
    const other = open(plain.wallet)
    expect(await other.connect()).toEqual(state)
    expect(await other.connect()).toEqual(state)
    // Tried once.
    expect(plain.prompts()).toEqual(['wallet_connect', 'eth_requestAccounts', 'eth_requestAccounts'])
    expect(other.kept).toEqual([])
  })

  test('a refusal is the end of it; the next try asks for accounts alone', async () => {
    const { wallet, prompts } = simulate({ signsOnConnect: 'always' })
    wallet.control.next('wallet_connect', 'reject')
    const { connect } = open(wallet)
    await expect(connect()).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
    expect(prompts()).toEqual(['wallet_connect'])
    expect(await connect()).toEqual(state)
    expect(prompts()).toEqual(['wallet_connect', 'eth_requestAccounts'])
  })

  test('a site that is connected already is not asked to sign, nor one where something comes first', async () => {
    const { wallet, prompts } = simulate({ signsOnConnect: 'always', connected: true })
    expect(await open(wallet).connect()).toEqual(state)
    expect(prompts()).toEqual(['eth_requestAccounts'])
    const held = simulate({ signsOnConnect: 'always' })
    await open(held.wallet, {}, true).connect()
    expect(held.prompts()).toEqual(['eth_requestAccounts'])
  })

  test('a nonce that cannot be had, and a network that the host does not list, are no reason not to connect', async () => {
    const { wallet, prompts } = simulate({ signsOnConnect: 'always' })
    const down = open(wallet, { createMessage: () => Promise.reject(new TypeError('no network')) })
    expect(await down.connect()).toEqual(state)
    expect(prompts()).toEqual(['eth_requestAccounts'])
    const elsewhere = simulate({ signsOnConnect: 'always', chains: [{ id: 31338 }] })
    expect(await open(elsewhere.wallet).connect()).toMatchObject({ caipNetworkId: 'eip155:31338' })
    expect(elsewhere.prompts()).toEqual(['eth_requestAccounts'])
  })

  test('a signature that is not accepted leaves the wallet connected', async () => {
    const { wallet } = simulate({ signsOnConnect: 'always' })
    const { connect, taken } = open(wallet, { addSession: () => Promise.reject(new Error('not accepted')) })
    expect(await connect()).toEqual(state)
    expect(taken).toEqual([])
  })

  test('T35 a session that arrives after the connection was given up is ended', async () => {
    const { wallet } = simulate({ signsOnConnect: 'always' })
    const { connect, taken, ended, leave } = open(wallet, { addSession: async () => leave() })
    await connect()
    expect(taken).toEqual([])
    expect(ended).toEqual([address])
  })

  test.each([
    ['4200', { code: 4200 }, true],
    [
      '-32601',
      { code: -32601, message: 'The method "wallet_connect" does not exist / is not available.' },
      true,
    ],
    ['-32603 in words', { code: -32603, message: 'Method wallet_connect is not supported' }, true],
    ['words alone', 'Unsupported method: wallet_connect', true],
    ['a refusal', { code: 4001 }, false],
    ['a prompt that is open', { code: -32002 }, false],
    ['a failure of whatever kind', { code: -32603, message: 'Internal error' }, false],
  ])('%s is answered by a second question: %o, %s', async (_what, thrown, isAsked) => {
    const asked: string[] = []
    const provider = {
      async request({ method }: { method: string }) {
        asked.push(method)
        if (method === 'eth_chainId') return '0x7a69'
        if (method === 'eth_accounts') return []
        if (method === 'wallet_connect') throw thrown
        return [address]
      },
    }
    const answer = await open({ provider })
      .connect()
      .catch((cause: unknown) => cause)
    expect(isLatchkeyError(answer)).toBe(!isAsked)
    expect(asked.includes('eth_requestAccounts')).toBe(isAsked)
  })

  test.each<[string, () => unknown]>([
    ['null', () => null],
    ['an empty list', () => []],
    ['a list of addresses', () => [address]],
    ['an empty object', () => ({})],
    ['accounts in words', () => ({ accounts: 'all' })],
    ['no accounts', () => ({ accounts: [] })],
    ['no address', () => ({ accounts: [{ address: 'nobody' }] })],
    [
      'accounts that throw',
      () => ({
        get accounts() {
          throw new Error('mine')
        },
      }),
    ],
  ])('an answer that is none is followed by the plain question: %s', async (_what, answer) => {
    const provider = {
      async request({ method }: { method: string }) {
        if (method === 'eth_chainId') return '0x7a69'
        if (method === 'eth_accounts') return []
        return method === 'wallet_connect' ? answer() : [address]
      },
    }
    expect(await open({ provider }).connect()).toEqual(state)
  })
})

describe('T24 what a wallet signed counts when it is what it was asked to sign', () => {
  const asked: SignInRequest = {
    domain: 'shop.example',
    uri: origin,
    nonce: 'n'.repeat(22),
    chains: ['eip155:1'],
    issuedAt: '2026-11-21T09:00:00.000Z',
    statement: 'Sign in.',
  }
  const { chains: _chains, ...fields } = asked
  const same = { ...fields, accountAddress: address, chainId: 'eip155:1' as const, version: '1' }
  const proof = (change: object, by = address) =>
    proofOf(asked, {
      address: by,
      message: formatSignInMessage({ ...same, ...change }),
      signature: '0x11',
    })

  test('as asked, also with the scheme, or the moment written in another way', () => {
    expect(proof({})?.data).toMatchObject({ accountAddress: address, nonce: asked.nonce })
    expect(proof({ scheme: 'https' })).toBeDefined()
    expect(proof({ issuedAt: '2026-11-21T09:00:00Z' })).toBeDefined()
    expect(proof({}, address.toLowerCase() as `0x${string}`)).toBeDefined()
  })

  test.each([
    ['domain', { domain: 'evil.example' }],
    ['uri', { uri: 'https://evil.example' }],
    ['nonce', { nonce: 'm'.repeat(22) }],
    ['chain', { chainId: 'eip155:10' }],
    ['account', { accountAddress: testAccounts[1]?.address }],
    ['statement', { statement: 'Give everything.' }],
    ['resources', { resources: ['https://evil.example'] }],
    ['scheme', { scheme: 'http' }],
    ['time', { issuedAt: '2026-11-21T09:00:01.000Z' }],
    ['end', { expirationTime: '2027-11-21T09:00:00.000Z' }],
    ['request', { requestId: 'another' }],
  ])('with another %s it is none', (_what, change) => {
    expect(proof(change)).toBeUndefined()
  })

  test('refuses a text that is not a sign-in message', () => {
    for (const message of ['', 'hello', 'x'.repeat(20_000)])
      expect(proofOf(asked, { address, message, signature: '0x11' })).toBeUndefined()
  })
})
