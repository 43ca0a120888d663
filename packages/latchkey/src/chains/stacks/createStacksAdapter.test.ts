/** The adapter against a wallet that was written apart from it, with real keys (DECISIONS D8). */
import {
  createSimulatedStacksWallet,
  malformedNames,
  type Outcome,
  type SimulatedStacksOptions,
  stacksTestAccounts,
  thrownNames,
} from '@latchkey/testing'
import { verifyMessageSignatureRsv } from '@stacks/encryption'
import { describe, expect, test } from 'vitest'
import type { ProviderChange } from '../../contract/adapter.ts'
import { addressOf, type CaipAddress, toCaipAddress } from '../../contract/caip.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import { toNetwork } from '../../contract/network.ts'
import { stacks, stacksTestnet } from '../../contract/networks/stacks.ts'
import { stacks as describeStacks } from '../../stacks.ts'
import { type Behaviour, describeAdapter } from '../conformance/describeAdapter.ts'
import { showPrompts } from '../conformance/showPrompts.ts'
import { createStacksAdapter } from './createStacksAdapter.ts'

const [first, second] = stacksTestAccounts as [(typeof stacksTestAccounts)[0], (typeof stacksTestAccounts)[0]]
const mainnet = toNetwork(stacks)
const testnet = toNetwork(stacksTestnet)
const { signal } = new AbortController()

function simulate(options: Partial<SimulatedStacksOptions> = {}) {
  const { control, provider } = createSimulatedStacksWallet({
    name: 'Simulated',
    target: {},
    memory: false,
    accounts: 2,
    ...options,
  })
  const adapter = createStacksAdapter()
  const connect = (more: object = {}) =>
    adapter.connect(provider, { silent: false, networks: [mainnet, testnet], signal, ...more })
  return { control, provider, adapter, connect }
}

/** A wallet that shows each prompt, and what the visitor does with it. */
const fixtureOf = (shape: 'leather' | 'xverse') => (behaviour: Behaviour) => {
  const { control, provider } = simulate({
    shape,
    mode: 'ask',
    connected: behaviour === 'approved before',
  })
  if (behaviour === 'approved before') control.setAccounts([0, 1])
  return {
    provider,
    ...showPrompts(control, behaviour, [0, 1]),
    changeAccounts: (accounts: readonly CaipAddress[]) => control.setAccounts(accounts.map(addressOf)),
    babble() {
      const events = ['stx_accountChange', 'stx_networkChange', 'accountChange', 'networkChange', 'unknown']
      for (const event of events)
        for (const payload of [undefined, null, 7, 'x', {}, [null], [{ address: 7 }], { addresses: 7 }])
          control.emit(event, payload)
    },
  }
}

describe.each(['leather', 'xverse'] as const)('%s', shape => {
  describeAdapter(`stacks with ${shape}`, () => ({
    adapter: createStacksAdapter(),
    descriptor: describeStacks(),
    transactionIds: ['ab'.repeat(32), `0x${'ab'.repeat(32)}`],
    notTransactionIds: ['0x1234', first.address, 'g'.repeat(64)],
    network: mainnet,
    otherNetwork: testnet,
    accounts: [first, second].map(({ address }) => toCaipAddress(mainnet.caipNetworkId, address)),
    notAddresses: [
      '',
      '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      first.address.slice(0, -1),
      `${first.address}0`,
      `${first.address} `,
      `${first.address}.contract`,
      first.address.replace(/.$/, last => (last === '0' ? '1' : '0')),
    ],
    readsAgain: true,
    wallet: fixtureOf(shape),
  }))

  test('signs a text that the vendor’s code verifies', async () => {
    const { adapter, provider, connect } = simulate({ shape })
    const state = await connect()
    const account = state?.accounts[0]?.caip10 ?? 'stacks:1:'
    const message = 'shop.example wants you to sign in\n\nGrüße'
    const signature = await adapter.abilities(provider).signMessage?.({ account, message })
    expect(signature).toMatch(/^[0-9a-f]{130}$/)
    const claim = { message, publicKey: first.publicKey, signature: signature ?? '' }
    expect(verifyMessageSignatureRsv(claim)).toBe(true)
    expect(verifyMessageSignatureRsv({ ...claim, message: `${message}!` })).toBe(false)
  })

  test.each<[Outcome, string | undefined]>([
    ['approve', undefined],
    ['reject', 'SIGN_REJECTED'],
    [{ kind: 'code', code: -31_001 }, 'SIGN_REJECTED'],
    [{ kind: 'code', code: -32_002 }, 'SIGN_REJECTED'],
    [{ kind: 'code', code: -32_001 }, 'SIGN_FAILED'],
    [{ kind: 'code', code: -32_603 }, 'SIGN_FAILED'],
    [{ kind: 'answer', value: {} }, 'WALLET_BAD_ANSWER'],
    [{ kind: 'answer', value: { signature: '00'.repeat(64) } }, 'WALLET_BAD_ANSWER'],
    [{ kind: 'answer', value: { signature: 'zz'.repeat(65) } }, 'WALLET_BAD_ANSWER'],
  ])('a request to sign that meets %j ends as %s', async (outcome, code) => {
    const { adapter, provider, connect, control } = simulate({ shape })
    const state = await connect()
    const account = state?.accounts[0]?.caip10 ?? 'stacks:1:'
    control.always('stx_signMessage', outcome)
    const signing = adapter.abilities(provider).signMessage?.({ account, message: 'text' })
    if (code === undefined) await expect(signing).resolves.toMatch(/^[0-9a-f]{130}$/)
    else await expect(signing).rejects.toMatchObject({ name: 'LatchkeyError', code })
  })

  test.each([...malformedNames.map(as => ['malformed', as]), ...thrownNames.map(how => ['throw', how])])(
    'a wallet whose answer is %s %s costs an error of ours at most',
    async (kind, how) => {
      const { connect, control } = simulate({ shape })
      control.always('*', (kind === 'throw' ? { kind, how } : { kind, as: how }) as never)
      const answer = await connect().catch((thrown: unknown) => thrown)
      if (!isLatchkeyError(answer)) expect(answer).toMatchObject({ caipNetworkId: 'stacks:1' })
    },
  )

  test('the version of its addresses says where the wallet is', async () => {
    const { connect } = simulate({ shape, network: 'testnet' })
    // A wallet that ignores the network that it is asked for.
    const { connect: stubborn, control } = simulate({ shape })
    control.always('*', {
      kind: 'answer',
      value: { addresses: [{ address: second.testnetAddress, publicKey: second.publicKey }] },
    })
    expect(await connect({ network: testnet.caipNetworkId })).toMatchObject({
      caipNetworkId: testnet.caipNetworkId,
      accounts: [{ caip10: `${testnet.caipNetworkId}:${first.testnetAddress}` }],
    })
    expect(await stubborn()).toMatchObject({
      caipNetworkId: testnet.caipNetworkId,
      accounts: [{ caip10: `${testnet.caipNetworkId}:${second.testnetAddress}` }],
    })
    expect(await stubborn({ networks: [mainnet] })).toMatchObject({ caipNetworkId: testnet.caipNetworkId })
  })

  test('switching asks for the addresses there, and follows what the wallet answers', async () => {
    const { adapter, provider, connect, control } = simulate({ shape, mode: 'approve' })
    await connect()
    const changes: ProviderChange[] = []
    adapter.watch(provider, change => changes.push(change))
    if (shape === 'xverse') control.switchNetwork('testnet')
    const { switchNetwork } = adapter.abilities(provider)
    expect(await switchNetwork?.(testnet)).toBe(testnet.caipNetworkId)
    await expect
      .poll(() => changes)
      .toContainEqual(
        expect.objectContaining({
          accounts: [expect.objectContaining({ caip10: `${testnet.caipNetworkId}:${first.testnetAddress}` })],
        }),
      )
  })
})
