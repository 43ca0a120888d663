/** The adapter against wallets that were written apart from it, with real keys (DECISIONS D8). */
import {
  type BitcoinShape,
  createSimulatedBitcoinWallet,
  malformedNames,
  type SimulatedBitcoinOptions,
  thrownNames,
} from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { bitcoin as describeBitcoin } from '../../bitcoin.ts'
import type { ProviderChange } from '../../contract/adapter.ts'
import { addressOf, type CaipAddress, type CaipNetworkId, toCaipAddress } from '../../contract/caip.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import { toNetwork } from '../../contract/network.ts'
import { bitcoin, bitcoinSignet, bitcoinTestnet4 } from '../../contract/networks/bitcoin.ts'
import { type Behaviour, describeAdapter } from '../conformance/describeAdapter.ts'
import { showPrompts } from '../conformance/showPrompts.ts'
import { createBitcoinAdapter } from './createBitcoinAdapter.ts'

const mainnet = toNetwork(bitcoin)
const testnet = toNetwork(bitcoinTestnet4)
const signet = toNetwork(bitcoinSignet)
const { signal } = new AbortController()
const shapes: readonly BitcoinShape[] = ['xverse', 'leather', 'unisat']

function simulate(shape: BitcoinShape, options: Partial<SimulatedBitcoinOptions> = {}) {
  const wallet = createSimulatedBitcoinWallet({
    shape,
    target: new EventTarget(),
    announce: 'manual',
    memory: false,
    ...options,
  })
  const { control, provider } = wallet
  const adapter = createBitcoinAdapter()
  const connect = (more: object = {}) =>
    adapter.connect(provider, { silent: false, networks: [mainnet, testnet, signet], signal, ...more })
  const account = (index = 0, id: CaipNetworkId = mainnet.caipNetworkId) =>
    toCaipAddress(id, control.state.accounts[index] ?? '')
  return { wallet, control, provider, adapter, connect, account }
}

/** A wallet that shows each prompt, and what the visitor does with it. */
function fixtureOf(shape: BitcoinShape, behaviour: Behaviour) {
  const { control, provider } = simulate(shape, { mode: 'ask', connected: behaviour === 'approved before' })
  return {
    provider,
    ...showPrompts(control, behaviour),
    babble() {
      for (const payload of [undefined, null, 7, 'x', [], {}, { addresses: 7 }, [null]])
        for (const event of [
          'accountChange',
          'networkChange',
          'accountsChanged',
          'networkChanged',
          'chainChanged',
        ])
          control.emit(event, payload)
    },
    ...(shape !== 'leather' && {
      changeAccounts(accounts: readonly CaipAddress[]) {
        const [first] = accounts
        // On another network none of them is its own.
        if (first) control.switchAccount(Math.max(0, control.state.accounts.indexOf(addressOf(first))))
        else control.revoke()
      },
      changeNetwork: () => control.switchNetwork('testnet4'),
    }),
  }
}

for (const shape of shapes) {
  const { control } = simulate(shape)
  const [first = '', second = ''] = control.state.accounts
  const shared = [first, ...control.state.ordinals.slice(0, 1)]
  describeAdapter(`bitcoin (${shape})`, () => ({
    adapter: createBitcoinAdapter(),
    descriptor: describeBitcoin(),
    transactionIds: ['4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'],
    notTransactionIds: ['0x1234', first, 'a'.repeat(63), 'a'.repeat(65), 'g'.repeat(64)],
    network: mainnet,
    otherNetwork: testnet,
    accounts: shared.map(address => toCaipAddress(mainnet.caipNetworkId, address)),
    other: toCaipAddress(mainnet.caipNetworkId, second),
    notAddresses: ['', 'bc1', `${first}x`, `${first} `, first.slice(1), '0x00', 'bitcoin:'],
    readsAgain: true,
    wallet: behaviour => fixtureOf(shape, behaviour),
  }))
}

describe.each(shapes)('%s', shape => {
  test('a text is signed by BIP-322, in base64', async () => {
    const { adapter, provider, connect, account, control } = simulate(shape)
    await connect()
    const message = 'Grüße,\nzwei Zeilen'
    const signature = await adapter.abilities(provider).signMessage?.({ account: account(), message })
    expect(signature).toMatch(/^A[kg][A-Za-z0-9+/]{130,150}={0,2}$/)
    const { params } = control.requests.at(-1) ?? {}
    if (shape === 'unisat') expect(params).toEqual([message, 'bip322-simple'])
    else expect(params).toMatchObject({ protocol: 'BIP322', type: 'bip322', message })
  })

  test('the prefix of a signer that says the variant stays', async () => {
    const { adapter, provider, connect, account } = simulate(shape, { signaturePrefix: true })
    await connect()
    const signature = await adapter.abilities(provider).signMessage?.({ account: account(), message: 'x' })
    expect(signature).toMatch(/^smpA/)
  })

  test('a refusal to sign is SIGN_REJECTED', async () => {
    const { adapter, provider, connect, account } = simulate(shape, { script: { signMessage: 'reject' } })
    await connect()
    const signed = adapter.abilities(provider).signMessage?.({ account: account(), message: 'x' })
    await expect(signed).rejects.toMatchObject({ code: 'SIGN_REJECTED' })
  })

  // Nothing of these answers has a prefix to lose.
  test.each(malformedNames.filter(name => name !== 'noPrefix'))(
    'an answer of %s is parsed or refused',
    async name => {
      const { adapter, provider, connect, account } = simulate(shape, {
        script: { '*': { kind: 'malformed', as: name } },
      })
      for (const silent of [false, true]) {
        const outcome = await connect({ silent, known: [] }).catch((thrown: unknown) => thrown)
        const caip10s = (outcome as { accounts?: readonly { caip10: string }[] } | undefined)?.accounts
        expect(outcome === undefined || caip10s !== undefined || isLatchkeyError(outcome)).toBe(true)
      }
      const signed = adapter.abilities(provider).signMessage?.({ account: account(), message: 'x' })
      await expect(signed ?? Promise.reject(new Error('absent'))).rejects.toThrow()
    },
  )

  test.each(thrownNames)('a wallet that throws %s fails with an error of ours', async how => {
    const { connect } = simulate(shape, { script: { '*': { kind: 'throw', how } } })
    const error = await connect().catch((thrown: unknown) => thrown)
    expect(isLatchkeyError(error)).toBe(true)
  })

  test('disconnecting ends it in the wallet where there is such a call', async () => {
    const { adapter, provider, connect, control } = simulate(shape)
    await connect()
    await adapter.abilities(provider).disconnect?.({ revoke: false })
    expect(control.state.connected).toBe(shape === 'leather')
  })
})

describe.each(['xverse', 'unisat'] as const)('%s tells its network', shape => {
  test.each([
    ['mainnet', mainnet],
    ['testnet4', testnet],
    ['signet', signet],
  ] as const)('a wallet on %s', async (network, expected) => {
    const state = await simulate(shape, { network }).connect({ network: mainnet.caipNetworkId })
    expect(state?.caipNetworkId).toBe(expected.caipNetworkId)
  })

  test('the wallet is moved with one prompt, and its accounts there are reported', async () => {
    const { adapter, provider, connect, control, account } = simulate(shape)
    await connect()
    const { switchNetwork, reaches } = adapter.abilities(provider)
    expect([testnet, mainnet].every(each => reaches?.(each))).toBe(true)
    const changes: ProviderChange[] = []
    adapter.watch(provider, change => changes.push(change))
    expect(await switchNetwork?.(testnet)).toBe(testnet.caipNetworkId)
    expect(control.state.network).toBe('testnet4')
    await expect.poll(() => changes).not.toEqual([])
    expect(changes[0]).toMatchObject({
      type: 'network',
      accounts: expect.arrayContaining([
        expect.objectContaining({ caip10: account(0, testnet.caipNetworkId) }),
      ]),
    })
  })

  test('a refusal to move is SWITCH_REJECTED', async () => {
    const method = shape === 'xverse' ? 'wallet_changeNetwork' : 'switchChain'
    const { adapter, provider, connect } = simulate(shape, { script: { [method]: 'reject' } })
    await connect()
    await expect(adapter.abilities(provider).switchNetwork?.(testnet)).rejects.toMatchObject({
      code: 'SWITCH_REJECTED',
    })
  })
})

describe('leather does not tell its network', () => {
  test('it is where its addresses are, on the network that the visitor was on if that fits', async () => {
    const { connect } = simulate('leather', { network: 'signet' })
    expect((await connect())?.caipNetworkId).toBe(testnet.caipNetworkId)
    expect((await connect({ network: signet.caipNetworkId }))?.caipNetworkId).toBe(signet.caipNetworkId)
  })

  test('addresses of no network of the host’s are no connection', async () => {
    const { connect } = simulate('leather', { network: 'regtest' })
    expect((await connect())?.caipNetworkId).toBe('bip122:0f9188f13cb7b2c71f2a335e3a4fc328')
  })

  test('the page moves between networks of the same addresses without a prompt, and to no other', async () => {
    const { adapter, provider, connect, control } = simulate('leather', { network: 'signet' })
    await connect()
    const seen = control.requests.filter(({ method }) => method === 'getAddresses').length
    const { switchNetwork, reaches } = adapter.abilities(provider)
    expect([mainnet, testnet, signet].map(each => reaches?.(each))).toEqual([false, true, true])
    expect(await switchNetwork?.(signet)).toBe(signet.caipNetworkId)
    await expect(switchNetwork?.(mainnet)).rejects.toMatchObject({ code: 'SWITCH_FAILED' })
    expect(control.requests.filter(({ method }) => method === 'getAddresses')).toHaveLength(seen)
  })
})

test('a joint prompt asks for stacks as well, leaves its answer, and a later namespace reads it without a question', async () => {
  const { control, connect, provider } = simulate('xverse')
  const prompt: { answer?: unknown } = {}
  const state = await connect({ joint: ['stacks'], prompt })
  expect(control.requests[0]).toMatchObject({
    method: 'wallet_connect',
    params: { addresses: ['payment', 'ordinals', 'stacks'] },
  })
  expect(prompt.answer).toMatchObject({ addresses: [{ purpose: 'payment' }, { purpose: 'ordinals' }] })
  const seen = control.requests.length
  const again = await createBitcoinAdapter().connect(provider, {
    silent: true,
    networks: [mainnet],
    prompt,
    signal,
  })
  expect(again?.accounts).toEqual(state?.accounts)
  expect(control.requests.slice(seen).map(({ method }) => method)).toEqual(['wallet_getNetwork'])
})
