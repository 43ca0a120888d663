/** One approval for both on Solana: the wallet writes the text itself, by the ecosystem's own library. */
import { ed25519 } from '@noble/curves/ed25519.js'
import * as theirs from '@solana/wallet-standard-util'
import { describe, expect, test } from 'vitest'
import { createSolanaAdapter } from '../../../chains/solana/createSolanaAdapter.ts'
import { formatBase58 } from '../../../contract/base58.ts'
import type { CaipNetworkId } from '../../../contract/caip.ts'
import type { Network } from '../../../contract/network.ts'
import { formatSignInMessage } from '../../../contract/signInMessage.ts'
import type { Siwx, SiwxSession } from '../../../contract/siwx.ts'
import { evm } from '../../../evm.ts'
import { solana } from '../../../solana.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { createEarlySignIn } from './createEarlySignIn.ts'

const origin = 'https://shop.example:8443'
const secret = new Uint8Array(32).fill(7)
const publicKey = ed25519.getPublicKey(secret)
const address = formatBase58(publicKey)
const own = 'solana:9Zw6HVRkNu8Bw6F8PuTR8UykxjYhoBHu'
const main = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

type Input = Omit<theirs.SolanaSignInInputWithRequiredFields, 'address'>

interface Simulated {
  /** What the wallet makes of the fields that it is asked to sign. */
  readonly write?: (input: Input) => Input
  readonly by?: Uint8Array
  readonly refuses?: unknown
  readonly chain?: string
}

/** A wallet of Wallet Standard that can sign in as it connects. */
function simulate({
  write = input => input,
  by = secret,
  refuses,
  chain = 'solana:localnet',
}: Simulated = {}) {
  const prompts: string[] = []
  const inputs: Input[] = []
  let accounts: readonly object[] = []
  const features = ['solana:signIn', 'solana:signMessage']
  const account = { address, publicKey, chains: [chain], features }
  const provider = {
    version: '1.0.0',
    name: 'Simulated',
    icon: 'data:image/png;base64,',
    chains: [chain],
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent }: { silent?: boolean } = {}) {
          if (!silent) {
            prompts.push('connect')
            accounts = [account]
          }
          return { accounts }
        },
      },
      'solana:signMessage': { version: '1.1.0', signMessage: () => undefined },
      'solana:signIn': {
        version: '1.0.0',
        async signIn(input: Input) {
          prompts.push('signIn')
          inputs.push(input)
          if (refuses) throw refuses
          accounts = [account]
          const signedMessage = theirs.createSignInMessage({ ...write(input), address })
          return [{ account, signedMessage, signature: ed25519.sign(signedMessage, by) }]
        },
      },
    },
  }
  return { provider, prompts, inputs }
}

function open(
  wallet: { readonly provider: unknown },
  network: CaipNetworkId = own,
  fake: Partial<Siwx> = {},
) {
  const kept: SiwxSession[] = []
  const taken: string[] = []
  const asked: object[] = []
  const networks = (['eip155:1', network] as const).map(
    caipNetworkId => ({ caipNetworkId, chainNamespace: caipNetworkId.split(':')[0] }) as Network,
  )
  const siwx = {
    async createMessage(input: Parameters<Siwx['createMessage']>[0]) {
      asked.push(input)
      const data = {
        ...input,
        domain: 'shop.example:8443',
        uri: origin,
        version: '1',
        nonce: 'n'.repeat(21) + asked.length,
        issuedAt: '2026-11-21T09:00:00.000Z',
        expirationTime: '2026-11-21T10:00:00.000Z',
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
    { clock: createFakeClock(), config: { networks, adapters: [evm(), solana()] } as never },
    {
      source: async () => siwx,
      isHeld: () => false,
      settle: () => undefined,
      took: each => taken.push(each),
      endLate: () => false,
    },
  )
  const { signal } = new AbortController()
  const options = { silent: false, networks: networks.slice(1), signal }
  const adapter = createSolanaAdapter()
  return { kept, taken, asked, early, connect: () => early.connect(wallet.provider, options, adapter) }
}

const stateOn = (network: CaipNetworkId) => ({
  caipNetworkId: network,
  accounts: [{ caip10: `${network}:${address}`, type: 'eoa' }],
})

describe('C10 a wallet that signs in as it connects (solana:signIn)', () => {
  test.each([
    [own, 'solana:localnet', 'localnet'],
    [main, 'solana:mainnet', 'mainnet'],
  ] as const)(
    'one prompt for both on %s, with every field that was asked for',
    async (network, chain, name) => {
      const { provider, prompts, inputs } = simulate({ chain })
      const { connect, kept, taken } = open({ provider }, network)
      expect(await connect()).toEqual(stateOn(network))
      expect(prompts).toEqual(['signIn'])
      expect(inputs[0]).toMatchObject({
        chainId: name,
        domain: 'shop.example:8443',
        uri: origin,
        version: '1',
      })
      expect(taken).toEqual([`${network}:${address}`])
      const [session] = kept
      expect(session?.data).toMatchObject({
        accountAddress: address,
        chainId: network,
        nonce: `${'n'.repeat(21)}1`,
      })
      const signed = new TextEncoder().encode(session?.message)
      expect(
        theirs.verifyMessageSignature({
          message: signed,
          signedMessage: signed,
          publicKey,
          signature: ed25519.sign(signed, secret),
        }),
      ).toBe(true)
      expect(session?.signature).toBe(formatBase58(ed25519.sign(signed, secret)))
    },
  )

  test.each<[string, (input: Input) => Input]>([
    ['the namespace before the chain', input => ({ ...input, chainId: `solana:${input.chainId}` })],
    ['the same moment in another way', input => ({ ...input, issuedAt: '2026-11-21T10:00:00+01:00' })],
  ])('a text with %s is the one that was asked for', async (_what, write) => {
    const { connect, kept } = open(simulate({ write }))
    await connect()
    expect(kept.map(({ data }) => data.chainId)).toEqual([own])
    expect(kept[0]?.data).not.toHaveProperty('isChainPrefixed')
  })

  test.each<[string, (input: Input) => Input]>([
    ['domain', input => ({ ...input, domain: 'evil.example' })],
    ['domain without the port', input => ({ ...input, domain: 'shop.example' })],
    ['uri', input => ({ ...input, uri: 'https://evil.example' })],
    ['nonce', input => ({ ...input, nonce: 'mmmmmmmmmmmmmmmmmmmmmm' })],
    ['cluster', input => ({ ...input, chainId: 'mainnet' })],
    ['version', input => ({ ...input, version: '2' })],
    ['time', input => ({ ...input, issuedAt: '2026-11-21T09:00:01.000Z' })],
    ['end', input => ({ ...input, expirationTime: '2027-11-21T10:00:00.000Z' })],
    ['start', input => ({ ...input, notBefore: '2026-11-21T09:00:00.000Z' })],
    ['request', input => ({ ...input, requestId: 'other' })],
    ['statement', input => ({ ...input, statement: 'Give everything.' })],
    ['no statement', ({ statement: _statement, ...input }) => input],
    ['resources', input => ({ ...input, resources: ['https://evil.example'] })],
    ['no resources', ({ resources: _resources, ...input }) => input],
    ['no chain', ({ chainId: _chain, ...input }) => input],
  ])('a text with another %s leaves the wallet connected, and nothing is signed', async (_what, write) => {
    const { connect, kept, taken } = open(simulate({ write }))
    expect(await connect()).toEqual(stateOn(own))
    expect([kept, taken]).toEqual([[], []])
  })

  test('a refusal is the end of it; the next try asks for accounts alone', async () => {
    const { provider, prompts } = simulate({ refuses: { code: 4001, message: 'no' } })
    const { connect } = open({ provider })
    await expect(connect()).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
    expect(await connect()).toEqual(stateOn(own))
    expect(prompts).toEqual(['signIn', 'connect'])
  })

  test('a text that the wallet finds fault with was seen by no visitor: the accounts are asked for', async () => {
    const { provider, prompts } = simulate({ refuses: { code: -32000, message: 'domain' } })
    const { connect, kept } = open({ provider })
    expect(await connect()).toEqual(stateOn(own))
    expect([prompts, kept]).toEqual([['signIn', 'connect'], []])
  })

  test('what was fetched ahead for one namespace is not used for another', async () => {
    const { connect, early, asked, kept } = open(simulate())
    expect((await early.request())?.chains).toEqual(['eip155:1', own])
    await connect()
    expect(asked).toEqual([
      { chainId: 'eip155:1', accountAddress: `0x${'0'.repeat(40)}` },
      { chainId: own, accountAddress: '1'.repeat(32) },
    ])
    expect(kept.map(({ data }) => data.nonce)).toEqual([`${'n'.repeat(21)}2`])
  })

  test('a host that cannot write a text before the account is known is asked for none', async () => {
    const { provider, prompts } = simulate()
    const { connect } = open({ provider }, own, {
      createMessage: () => Promise.reject(new Error('no account')),
    })
    expect(await connect()).toEqual(stateOn(own))
    expect(prompts).toEqual(['connect'])
  })
})
