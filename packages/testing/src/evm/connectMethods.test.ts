import { type Address, type Hex, verifyMessage } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { createTestWallet } from '../fixtures/createTestWallet.ts'
import { testAccounts } from './testAccounts.ts'
import type { SimulatedWalletOptions } from './walletOptions.ts'

const [first] = testAccounts.map(({ address }) => address)

const signIn = { nonce: 'abcdefgh12345678', chainId: '0x7a69', statement: 'Hello.' }
const connect = (signInWithEthereum?: unknown) => ({
  method: 'wallet_connect',
  params: [{ version: '1', capabilities: signInWithEthereum === undefined ? {} : { signInWithEthereum } }],
})
const signing = (options: Partial<SimulatedWalletOptions> = {}) =>
  createTestWallet({ signsOnConnect: 'always', ...options })

describe('wallet_connect (ERC-7846)', () => {
  it('connects and signs for the site that asks, with one prompt', async () => {
    const wallet = signing({ mode: 'ask' })
    const answer = wallet.provider.request(connect(signIn))
    expect(wallet.control.pending).toHaveLength(1)
    wallet.control.approve()
    const connected = (await answer) as {
      readonly accounts: readonly [
        {
          readonly address: Address
          readonly capabilities: {
            readonly signInWithEthereum: { readonly message: string; readonly signature: Hex }
          }
        },
      ]
      readonly chainId: string
    }
    expect(connected).toMatchObject({ accounts: [{ address: first }], chainId: '0x7a69' })
    const [{ address, capabilities }] = connected.accounts
    const { message, signature } = capabilities.signInWithEthereum
    expect(parseSiweMessage(message)).toMatchObject({
      address: first,
      domain: 'site.test',
      uri: 'https://site.test',
      nonce: signIn.nonce,
      chainId: 31337,
      statement: 'Hello.',
    })
    expect(await verifyMessage({ address, message, signature })).toBe(true)
  })

  it('is absent without the option, and signs nothing with "never" or without a request for it', async () => {
    await expect(createTestWallet().provider.request(connect(signIn))).rejects.toMatchObject({ code: 4200 })
    for (const answer of [
      await signing({ signsOnConnect: 'never' }).provider.request(connect(signIn)),
      await signing().provider.request(connect()),
    ])
      expect(answer).toEqual({ accounts: [{ address: first, capabilities: {} }], chainId: '0x7a69' })
  })

  it.each([
    ['another site’s domain', { ...signIn, domain: 'bank.test' }],
    ['no nonce', { ...signIn, nonce: undefined }],
    ['a nonce that is too short', { ...signIn, nonce: 'short' }],
    ['no chain', { ...signIn, chainId: undefined }],
    ['a chain in decimal', { ...signIn, chainId: '31337' }],
    ['a day that is none', { ...signIn, issuedAt: 'tomorrow' }],
    ['an address of nothing', { ...signIn, uri: 'nowhere' }],
    ['a statement of two lines', { ...signIn, statement: 'one\ntwo' }],
    ['a list', []],
  ])('refuses %s before any prompt, and connects no account', async (_name, asked) => {
    const wallet = signing({ mode: 'ask' })
    const refused = wallet.provider.request(connect(asked))
    expect(wallet.control.pending).toEqual([])
    await expect(refused).rejects.toMatchObject({ name: 'ProviderRpcError', code: -32602 })
    expect(wallet.control.state.authorised).toEqual([])
  })

  it('signs nothing where the origin is not known', async () => {
    const wallet = signing({ origin: 'null' })
    await expect(wallet.provider.request(connect(signIn))).rejects.toMatchObject({ code: -32602 })
    expect(wallet.control.state.authorised).toEqual([])
  })
})
