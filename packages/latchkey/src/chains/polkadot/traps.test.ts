/** What real wallets of Polkadot do that a page has to know. */
import {
  createSimulatedPolkadotWallet,
  polkadotAccountIdOf,
  polkadotAddressOf,
  polkadotTestAccounts,
  type SimulatedPolkadotOptions,
} from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import type { ProviderChange } from '../../contract/adapter.ts'
import { addressOf, type CaipAddress, toCaipAddress } from '../../contract/caip.ts'
import { toNetwork } from '../../contract/network.ts'
import { kusamaAssetHub, polkadotAssetHub } from '../../contract/networks/polkadot.ts'
import { verifySignIn } from '../../server/verifySignIn.ts'
import { createPolkadotAdapter } from './createPolkadotAdapter.ts'

const dot = toNetwork(polkadotAssetHub)
const ksm = toNetwork(kusamaAssetHub)
const { signal } = new AbortController()
const own = polkadotTestAccounts.map(account => polkadotAddressOf(polkadotAccountIdOf(account), 0))
const first = toCaipAddress(dot.caipNetworkId, own[0] ?? '')
const known = [{ caip10: first, type: 'eoa' }] as const

function simulate(options: Partial<SimulatedPolkadotOptions> = {}) {
  const { entry, control } = createSimulatedPolkadotWallet({
    name: 'Simulated',
    target: {},
    announce: 'manual',
    memory: false,
    ...options,
  })
  const adapter = createPolkadotAdapter()
  const connect = (more: object = {}) =>
    adapter.connect(entry, { silent: false, networks: [dot, ksm], signal, ...more })
  return { entry, control, adapter, connect }
}

/** An entry whose accounts are whatever a test says. */
function entryOf(accounts: unknown, signer: unknown = {}) {
  return { version: '1', enable: async () => ({ accounts: { get: async () => accounts }, signer }) }
}

describe('enable prompts a stranger, and nothing says beforehand whether it will', () => {
  test('on load it is never called: our own record answers, and without one the page is a stranger', async () => {
    const { control, connect } = simulate({ mode: 'ask' })
    expect(await connect({ silent: true })).toBeUndefined()
    expect(await connect({ silent: true, known })).toMatchObject({ accounts: [{ caip10: first }] })
    expect(control.requests).toEqual([])
  })

  test('a record of another network is written for the one that the page is on', async () => {
    const { connect } = simulate()
    const state = await connect({ silent: true, known, networks: [ksm] })
    const written = polkadotAddressOf(
      polkadotAccountIdOf(polkadotTestAccounts[0] as (typeof polkadotTestAccounts)[number]),
      2,
    )
    expect(state?.accounts).toMatchObject([{ caip10: toCaipAddress(ksm.caipNetworkId, written) }])
  })

  test('the first signature after a load asks the wallet, once, and follows it from then on', async () => {
    const { entry, control, adapter, connect } = simulate({ mode: 'ask' })
    await connect({ silent: true, known })
    const changes: ProviderChange[] = []
    adapter.watch(entry, change => changes.push(change))
    const sign = () => adapter.abilities(entry).signMessage?.({ account: first, message: 'hello' })
    const both = Promise.all([sign(), sign()])
    await control.waitForPending('enable')
    control.approve()
    await control.waitForPending('signRaw')
    control.approve()
    await control.waitForPending('signRaw')
    control.approve()
    expect(await both).toEqual([expect.stringMatching(/^0x/), expect.stringMatching(/^0x/)])
    expect(control.requests.filter(({ method }) => method === 'enable')).toHaveLength(1)
    control.setAccounts([1, 0])
    await expect.poll(() => changes).not.toEqual([])
  })

  test('an account that the wallet shares no more signs nothing', async () => {
    const { entry, control, adapter, connect } = simulate({ mode: 'ask' })
    control.setAccounts([1])
    await connect({ silent: true, known })
    const asked = adapter.abilities(entry).signMessage?.({ account: first, message: 'hello' })
    await expect(asked).rejects.toMatchObject({ code: 'SIGN_FAILED' })
    expect(control.requests.map(({ method }) => method)).not.toContain('signRaw')
  })

  test.each([
    ['The source https://shop.example is not allowed to interact with this extension', 'SIGN_FAILED'],
    ['The source https://shop.example has not been enabled yet', 'SIGN_FAILED'],
    ['Rejected', 'SIGN_REJECTED'],
  ])('after a load a wallet that says "%s" is %s', async (message, code) => {
    const { entry, control, adapter, connect } = simulate()
    await connect({ silent: true, known })
    control.next('enable', { kind: 'code', code: 0, message })
    await expect(
      adapter.abilities(entry).signMessage?.({ account: first, message: 'hello' }),
    ).rejects.toMatchObject({ code })
  })

  test.each([
    ['Rejected', 'CONNECTION_REJECTED'],
    ['Cancelled', 'CONNECTION_REJECTED'],
    ['User rejected the request', 'CONNECTION_REJECTED'],
    ['The source https://shop.example is not allowed to interact with this extension', 'CONNECT_FAILED'],
    ['Extension context invalidated.', 'CONNECT_FAILED'],
  ])('"%s" is %s: extensions give words and no number', async (message, code) => {
    const { control, connect } = simulate()
    control.next('enable', { kind: 'code', code: 0, message })
    await expect(connect()).rejects.toMatchObject({ code })
  })

  test('a wallet with connect is not asked by enable, which it refuses', async () => {
    const { entry } = simulate()
    const adapter = createPolkadotAdapter()
    const late = { version: '1', connect: entry.enable, enable: () => Promise.reject(new Error('connect')) }
    expect(await adapter.connect(late, { silent: false, networks: [dot], signal })).toMatchObject({
      accounts: [{ caip10: first }],
    })
  })
})

describe('accounts', () => {
  const [sr25519, ed25519] = polkadotTestAccounts
  test.each<[string, unknown, readonly string[]]>([
    [
      'of Ethereum’s kind are left out',
      [{ address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', type: 'ethereum' }, sr25519],
      [own[0] ?? ''],
    ],
    [
      'of another chain alone are left out',
      [
        { ...sr25519, genesisHash: `0x${ksm.id}${'0'.repeat(32)}` },
        { ...ed25519, genesisHash: `0x${dot.id}${'0'.repeat(32)}` },
      ],
      [own[1] ?? ''],
    ],
    [
      'without a restriction say so in three ways',
      [
        { ...sr25519, genesisHash: '' },
        { ...ed25519, genesisHash: null },
      ],
      own.slice(0, 2),
    ],
    ['in two forms are one', [sr25519, { ...sr25519, address: own[0] }], [own[0] ?? '']],
    ['that are none are left out', [null, 7, {}, { address: 'x' }, sr25519], [own[0] ?? '']],
    ['beyond a hundred are left out', Array.from({ length: 10_000 }, () => sr25519), [own[0] ?? '']],
  ])('%s', async (_what, accounts, expected) => {
    const state = await createPolkadotAdapter().connect(entryOf(accounts), {
      silent: false,
      networks: [dot],
      signal,
    })
    expect(state?.accounts.map(({ caip10 }) => addressOf(caip10))).toEqual(expected)
  })

  test('a wallet has no active one: a further account leaves the one in use', async () => {
    const { entry, control, adapter, connect } = simulate()
    await connect()
    const changes: ProviderChange[] = []
    adapter.watch(entry, change => changes.push(change))
    control.setAccounts([1, 0])
    await expect.poll(() => changes).toMatchObject([{ type: 'accounts', keepsActive: true }])
  })

  test('names are shown on one line, and bounded', async () => {
    const accounts = [{ ...sr25519, name: ` Main\n\u202Eaccount ${'x'.repeat(1_000)}` }]
    const state = await createPolkadotAdapter().connect(entryOf(accounts), {
      silent: false,
      networks: [dot],
      signal,
    })
    expect(state?.accounts[0]?.label).toMatch(/^Main account x{26}$/)
  })

  test('one that is for a chain alone goes when the visitor leaves the chain', async () => {
    const accounts = [{ ...sr25519, genesisHash: `0x${dot.id}${'0'.repeat(32)}` }, ed25519]
    const adapter = createPolkadotAdapter()
    const entry = entryOf(accounts)
    await adapter.connect(entry, { silent: false, networks: [dot, ksm], signal })
    const changes: ProviderChange[] = []
    adapter.watch(entry, change => changes.push(change))
    await adapter.abilities(entry).switchNetwork?.(ksm)
    expect(changes).toMatchObject([
      { type: 'network', accounts: [{ caip10: expect.stringContaining(String(ksm.id)) }] },
    ])
    const alone = entryOf(accounts.slice(0, 1))
    await adapter.connect(alone, { silent: false, networks: [dot, ksm], signal })
    await expect(adapter.abilities(alone).switchNetwork?.(ksm)).rejects.toMatchObject({
      code: 'SWITCH_FAILED',
    })
  })
})

describe('the text goes to the wallet as it is, and comes back signed between <Bytes> and </Bytes>', () => {
  const now = Date.parse('2026-11-28T12:00:00.000Z')
  const nonce = 'n0nceN0nceN0nceN0nceN0nce'
  const textOf = (address: string) =>
    [
      'shop.example wants you to sign in with your Polkadot account:',
      `${address}\n\n`,
      'URI: https://shop.example/',
      'Version: 1',
      `Chain ID: ${dot.id}`,
      `Nonce: ${nonce}`,
      'Issued At: 2026-11-28T12:00:00.000Z',
    ].join('\n')

  async function signIn(options: Partial<SimulatedPolkadotOptions>, at = 0) {
    const { control, adapter, entry, connect } = simulate(options)
    control.setAccounts([at])
    const account = (await connect())?.accounts[0]?.caip10 as CaipAddress
    const message = textOf(addressOf(account))
    const signature = (await adapter.abilities(entry).signMessage?.({ account, message })) ?? ''
    const expected = { origins: ['https://shop.example'], nonce, chains: [dot.caipNetworkId], now }
    const { params } = control.requests.at(-1) ?? expect.unreachable('asked')
    return { verdict: await verifySignIn({ message, signature, expected }), params, message }
  }

  test.each(polkadotTestAccounts.slice(0, 3).map(({ type }, at) => [type, at] as const))(
    'the server takes what a wallet with an %s key made, with its type in front or without',
    async (_type, at) => {
      for (const typedSignatures of [false, true]) {
        const { verdict, params, message } = await signIn({ typedSignatures }, at)
        expect(verdict).toMatchObject({ valid: true, address: own[at] })
        // In the wallet's own form of the address, and the text as hex.
        expect(params).toEqual({
          address: polkadotTestAccounts[at]?.address,
          data: `0x${Buffer.from(message).toString('hex')}`,
          type: 'bytes',
        })
      }
    },
  )

  test('a wallet that signs the bare text is refused: its bytes could be a transaction’s', async () => {
    expect((await signIn({ signsBare: true })).verdict).toMatchObject({ valid: false, refusal: 'signature' })
  })
})
