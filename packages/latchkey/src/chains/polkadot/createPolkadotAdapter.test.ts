/** The adapter against a wallet that was written apart from it, with real keys (DECISIONS D8). */
import {
  createSimulatedPolkadotWallet,
  malformedNames,
  polkadotAccountIdOf,
  polkadotAddressOf,
  polkadotTestAccounts,
  type SimulatedPolkadotOptions,
  thrownNames,
} from '@latchkey/testing'
import { encodeAddress, signatureVerify } from '@polkadot/util-crypto'
import { describe, expect, test } from 'vitest'
import type { ProviderChange } from '../../contract/adapter.ts'
import { addressOf, type CaipAddress, toCaipAddress } from '../../contract/caip.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import { type Network, toNetwork } from '../../contract/network.ts'
import { kusamaAssetHub, polkadotAssetHub, westendAssetHub } from '../../contract/networks/polkadot.ts'
import { polkadot as describePolkadot } from '../../polkadot.ts'
import { type Behaviour, describeAdapter } from '../conformance/describeAdapter.ts'
import { showPrompts } from '../conformance/showPrompts.ts'
import { createPolkadotAdapter } from './createPolkadotAdapter.ts'

const dot = toNetwork(polkadotAssetHub)
const ksm = toNetwork(kusamaAssetHub)
const westend = toNetwork(westendAssetHub)
const { signal } = new AbortController()
const on = ({ caipNetworkId, format }: Network, at: number): CaipAddress => {
  const account = polkadotTestAccounts[at]
  if (!account) throw new RangeError(String(at))
  return toCaipAddress(caipNetworkId, polkadotAddressOf(polkadotAccountIdOf(account), Number(format?.prefix)))
}

function simulate(options: Partial<SimulatedPolkadotOptions> = {}) {
  const wallet = createSimulatedPolkadotWallet({
    name: 'Simulated',
    target: {},
    announce: 'manual',
    memory: false,
    ...options,
  })
  const adapter = createPolkadotAdapter()
  const provider = wallet.entry
  const connect = (more: object = {}) =>
    adapter.connect(provider, { silent: false, networks: [dot, ksm], signal, ...more })
  return { wallet, control: wallet.control, provider, adapter, connect }
}

/** A wallet that shows each prompt, and what the visitor does with it. */
function fixtureOf(behaviour: Behaviour) {
  const { control, provider } = simulate({ mode: 'ask', accounts: 2 })
  if (behaviour === 'approved before') control.setAccounts([0, 1])
  return {
    provider,
    ...showPrompts(control, behaviour, [0, 1]),
    changeAccounts: (accounts: readonly CaipAddress[]) =>
      control.setAccounts(accounts.map(each => [0, 1].findIndex(at => on(dot, at) === each))),
    babble() {
      for (const accounts of [undefined, null, 7, 'x', {}, [null], [{ address: 'x' }]])
        control.emit('accounts', accounts)
    },
  }
}

describeAdapter('polkadot', () => ({
  adapter: createPolkadotAdapter(),
  descriptor: describePolkadot(),
  transactionIds: [`0x${'0a'.repeat(32)}`],
  notTransactionIds: ['0x1234', `0x${'0a'.repeat(33)}`, '123-4'],
  network: dot,
  otherNetwork: ksm,
  accounts: [on(dot, 0), on(dot, 1)],
  notAddresses: [
    '',
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    addressOf(on(dot, 0)).slice(1),
    `${addressOf(on(dot, 0))}1`,
    addressOf(on(dot, 0)).replace(/.$/, '1'),
    ` ${addressOf(on(dot, 0))}`,
    '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  ],
  readsAgain: true,
  hearsAfterPress: true,
  answersNull: true,
  wallet: fixtureOf,
}))

test('accounts are written for the network, with their names, and their keys where the address has one', async () => {
  const { connect } = simulate({ connected: true, accounts: 3 })
  const { control, adapter, provider } = simulate()
  control.setAccounts([0, 2])
  expect((await connect({ network: ksm.caipNetworkId }))?.accounts[0]?.caip10).toBe(on(ksm, 0))
  const state = await adapter.connect(provider, { silent: false, networks: [westend], signal })
  const [sr25519] = polkadotTestAccounts
  expect(state).toEqual({
    caipNetworkId: westend.caipNetworkId,
    accounts: [
      {
        caip10: `${westend.caipNetworkId}:${sr25519?.address}`,
        type: 'eoa',
        label: 'Account 1',
        publicKey: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      },
      { caip10: on(westend, 2), type: 'eoa', label: 'Account 3' },
    ],
  })
})

test('on another network each account has another address, and the wallet is not asked', async () => {
  const { adapter, provider, control, connect } = simulate({ mode: 'ask', connected: true })
  await connect()
  const changes: ProviderChange[] = []
  adapter.watch(provider, change => changes.push(change))
  expect(await adapter.abilities(provider).switchNetwork?.(ksm)).toBe(ksm.caipNetworkId)
  await expect.poll(() => changes).toMatchObject([{ type: 'network', accounts: [{ caip10: on(ksm, 0) }] }])
  expect(control.pending).toEqual([])
  control.setAccounts([1])
  await expect.poll(() => changes.slice(1)).toMatchObject([{ accounts: [{ caip10: on(ksm, 1) }] }])
})

test.each(polkadotTestAccounts.slice(0, 3).map(({ type }, at) => [type, at] as const))(
  'a text is signed by an %s key as the ecosystem verifies it',
  async (type, at) => {
    const { adapter, provider, control, connect } = simulate()
    control.setAccounts([at])
    const account = (await connect())?.accounts[0]?.caip10 as CaipAddress
    const message = 'shop.example says 🔑'
    const signature = await adapter.abilities(provider).signMessage?.({ account, message })
    const verdict = signatureVerify(message, signature ?? '', addressOf(account))
    expect(verdict).toMatchObject({ crypto: type, isValid: true })
    expect(encodeAddress(verdict.publicKey, 0)).toBe(addressOf(account))
    const stranger = on(dot, 4)
    await expect(
      adapter.abilities(provider).signMessage?.({ account: stranger, message }),
    ).rejects.toMatchObject({ code: 'SIGN_FAILED' })
  },
)

test.each([
  ['the visitor refuses', 'reject', 'SIGN_REJECTED'],
  ['the visitor refuses by number', { kind: 'code', code: 4001 }, 'SIGN_REJECTED'],
  ['the wallet fails', { kind: 'code', code: 7 }, 'SIGN_FAILED'],
  ['it answers nothing', { kind: 'answer', value: undefined }, 'WALLET_BAD_ANSWER'],
  ['it answers the text', { kind: 'answer', value: { signature: 'hello' } }, 'WALLET_BAD_ANSWER'],
  ['its signature is short', { kind: 'answer', value: { signature: '0x00' } }, 'WALLET_BAD_ANSWER'],
  [
    'its signature is long',
    { kind: 'answer', value: { signature: `0x${'00'.repeat(67)}` } },
    'WALLET_BAD_ANSWER',
  ],
] as const)('a text is not signed: %s', async (_what, outcome, code) => {
  const { adapter, provider, control, connect } = simulate()
  const account = (await connect())?.accounts[0]?.caip10 as CaipAddress
  control.next('signRaw', outcome)
  await expect(
    adapter.abilities(provider).signMessage?.({ account, message: 'hello' }),
  ).rejects.toMatchObject({ code })
})

test('what the wallet does not have is absent', async () => {
  const { adapter, provider, connect } = simulate({ signsTexts: false })
  await connect()
  const abilities = adapter.abilities(provider)
  expect(abilities.signMessage).toBeUndefined()
  expect(abilities.transfer).toBeUndefined()
})

test.each(malformedNames)(
  'an answer of garbage (%s) is accounts that make sense, or an error of ours',
  async as => {
    for (const method of ['enable', 'accounts.get']) {
      const { connect } = simulate({ script: { [method]: { kind: 'malformed', as } } })
      const outcome = await connect().catch((error: unknown) => error)
      if (isLatchkeyError(outcome)) expect(['WALLET_BAD_ANSWER', 'CONNECT_FAILED']).toContain(outcome.code)
      else expect(outcome).toMatchObject({ accounts: [{ caip10: on(dot, 0) }] })
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

describe('over the relay', () => {
  const [account] = polkadotTestAccounts
  function createSession(answer: unknown, methods = ['polkadot_signMessage']) {
    const requests: unknown[] = []
    const provider = {
      methods,
      chains: [dot.caipNetworkId],
      // Some wallets write the generic form for any chain.
      addresses: (chain: string) => (chain === dot.caipNetworkId ? [account?.address] : []),
      request: async (...request: unknown[]) => {
        requests.push(request)
        return answer
      },
    }
    return { adapter: createPolkadotAdapter(), provider, requests }
  }

  test('a text goes to the phone with the address that it shared', async () => {
    const signature = `0x${'11'.repeat(64)}`
    const { adapter, provider, requests } = createSession({ signature })
    const state = await adapter.connect(provider, { silent: true, networks: [dot], signal })
    expect(state?.accounts).toEqual([{ caip10: on(dot, 0), type: 'eoa' }])
    const order = { account: on(dot, 0), message: 'hello' }
    expect(await adapter.abilities(provider).signMessage?.(order)).toBe(signature)
    const params = { address: account?.address, message: 'hello' }
    expect(requests).toEqual([[{ method: 'polkadot_signMessage', params }, dot.caipNetworkId]])
  })

  test('what it does not grant is absent, and an answer of garbage is an error of ours', async () => {
    const poor = createSession('', [])
    await poor.adapter.connect(poor.provider, { silent: true, networks: [dot], signal })
    expect(poor.adapter.abilities(poor.provider).signMessage).toBeUndefined()
    const { adapter, provider } = createSession({ signature: 7 })
    await adapter.connect(provider, { silent: true, networks: [dot], signal })
    await expect(
      adapter.abilities(provider).signMessage?.({ account: on(dot, 0), message: 'x' }),
    ).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })
})
