/** The adapter against a wallet that was written apart from it, with real keys (DECISIONS D8). */
import {
  createSimulatedSuiWallet,
  malformedNames,
  type SimulatedSuiOptions,
  suiTestAccounts,
  thrownNames,
} from '@latchkey/testing'
import { verifyPersonalMessageSignature } from '@mysten/sui/verify'
import { describe, expect, test } from 'vitest'
import type { ProviderChange } from '../../contract/adapter.ts'
import { addressOf, type CaipAddress, toCaipAddress } from '../../contract/caip.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import { toNetwork } from '../../contract/network.ts'
import { sui, suiDevnet, suiTestnet } from '../../contract/networks/sui.ts'
import { sui as describeSui } from '../../sui.ts'
import { type Behaviour, describeAdapter } from '../conformance/describeAdapter.ts'
import { showPrompts } from '../conformance/showPrompts.ts'
import { createSuiAdapter } from './createSuiAdapter.ts'

const addresses = suiTestAccounts.map(({ address }) => address)
const [first = '', second = '', third = ''] = addresses
const mainnet = toNetwork(sui)
const testnet = toNetwork(suiTestnet)
const devnet = toNetwork(suiDevnet)
const { signal } = new AbortController()

function simulate(options: Partial<SimulatedSuiOptions> = {}) {
  const wallet = createSimulatedSuiWallet({
    name: 'Simulated',
    target: new EventTarget(),
    announce: 'manual',
    memory: false,
    accounts: 3,
    chains: ['sui:mainnet', 'sui:testnet'],
    ...options,
  })
  const adapter = createSuiAdapter()
  const provider = wallet.standard
  const connect = (more: object = {}) =>
    adapter.connect(provider, { silent: false, networks: [mainnet, testnet], signal, ...more })
  return { wallet, control: wallet.control, provider, adapter, connect }
}

/** A wallet that shows each prompt, and what the visitor does with it. */
function fixtureOf(behaviour: Behaviour) {
  const { control, provider } = simulate({ mode: 'ask', connected: behaviour === 'approved before' })
  if (behaviour === 'approved before') control.setAccounts([0, 1])
  return {
    provider,
    ...showPrompts(control, behaviour, [0, 1]),
    changeAccounts: (accounts: readonly CaipAddress[]) => control.setAccounts(accounts.map(addressOf)),
    babble() {
      for (const change of [undefined, null, 7, 'x', [], {}, { accounts: 7 }, { accounts: [null] }])
        control.emit('change', change)
      control.emit('change', { accounts: [{ address: 'not hex', chains: ['sui:mainnet'] }] })
      control.emit('change', { accounts: [{ address: third, chains: ['sui:mainnet'] }] })
      control.emit('change', { chains: ['sui:devnet'] })
      control.emit('change', { features: {} })
    },
  }
}

describeAdapter('sui', () => ({
  adapter: createSuiAdapter(),
  descriptor: describeSui(),
  transactionIds: ['4tNTRwsHnm5WxxTUSZVdTBjnBzfHGpTLRaBDKqvWdkYB', '1'.repeat(43)],
  notTransactionIds: ['0x1234', first, '1'.repeat(42), '1'.repeat(45), `${'1'.repeat(43)}0`],
  network: mainnet,
  otherNetwork: testnet,
  accounts: [first, second].map(address => toCaipAddress(mainnet.caipNetworkId, address)),
  notAddresses: ['', '0x', first.slice(2), `${first}0`, `${first} `, first.replace(/.$/, 'g'), 'sui'],
  asksAgain: true,
  readsAgain: true,
  wallet: fixtureOf,
}))

describe('the network is the page’s own', () => {
  test('the first of the host’s that the wallet signs on, or the one that the visitor was on', async () => {
    for (const [options, expected] of [
      [{ networks: [devnet, testnet, mainnet] }, testnet],
      [{ network: testnet.caipNetworkId }, testnet],
      [{ networks: [devnet, mainnet], network: devnet.caipNetworkId }, mainnet],
    ] as const) {
      const { caipNetworkId } = expected
      expect(await simulate().connect(options)).toEqual({
        caipNetworkId,
        accounts: [{ caip10: `${caipNetworkId}:${first}`, type: 'eoa' }],
      })
    }
  })

  test('a wallet that signs on none of the host’s is of no use', async () => {
    await expect(simulate({ chains: ['sui:localnet'] }).connect()).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
      context: { reason: 'no-network' },
    })
  })

  test('it moves without asking the wallet, and accounts are reported there', async () => {
    const { adapter, provider, control, connect } = simulate()
    await connect()
    const seen = control.requests.length
    const { switchNetwork, reaches } = adapter.abilities(provider)
    expect([testnet, devnet].map(each => reaches?.(each))).toEqual([true, false])
    expect(await switchNetwork?.(testnet)).toBe('sui:testnet')
    await expect(switchNetwork?.(devnet)).rejects.toMatchObject({ code: 'SWITCH_FAILED' })
    expect(control.requests).toHaveLength(seen)
    const changes: ProviderChange[] = []
    adapter.watch(provider, change => changes.push(change))
    control.switchAccount(1)
    await expect.poll(() => changes).toMatchObject([{ accounts: [{ caip10: `sui:testnet:${second}` }] }])
  })
})

test.each(addresses.slice(0, 3).map((address, index) => [index, address] as const))(
  'signs a text by each scheme (%i), which Sui’s own verifier takes, and names the chain',
  async (index, address) => {
    const { adapter, provider, control, connect } = simulate()
    control.setAccounts([index])
    await connect({ network: testnet.caipNetworkId })
    const message = 'Grüße,\nzwei Zeilen'
    const account = toCaipAddress(testnet.caipNetworkId, address)
    const signature = (await adapter.abilities(provider).signMessage?.({ account, message })) ?? ''
    const key = await verifyPersonalMessageSignature(new TextEncoder().encode(message), signature, {
      address,
    })
    expect(key.toSuiAddress()).toBe(address)
    expect(control.requests.at(-1)).toMatchObject({
      method: 'sui:signPersonalMessage',
      params: { account: address, chain: 'sui:testnet' },
    })
  },
)

test('an account that the wallet does not share any more signs nothing', async () => {
  const { adapter, provider, control, connect } = simulate()
  await connect()
  const account = toCaipAddress(mainnet.caipNetworkId, first)
  const { signMessage } = adapter.abilities(provider)
  control.setAccounts([1])
  await expect(signMessage?.({ account, message: 'x' })).rejects.toMatchObject({ code: 'SIGN_FAILED' })
  expect(control.requests.map(({ method }) => method)).not.toContain('sui:signPersonalMessage')
})

test('the visitor’s no to a signature is a refusal', async () => {
  const { adapter, provider, connect } = simulate({ script: { 'sui:signPersonalMessage': 'reject' } })
  await connect()
  const account = toCaipAddress(mainnet.caipNetworkId, first)
  await expect(adapter.abilities(provider).signMessage?.({ account, message: 'x' })).rejects.toMatchObject({
    code: 'SIGN_REJECTED',
  })
})

test.each(malformedNames)('a wallet that answers %s gives no signature and no accounts', async as => {
  const outcome = { kind: 'malformed', as } as const
  const { adapter, provider, connect, control } = simulate({ script: { 'sui:signPersonalMessage': outcome } })
  await connect()
  const account = toCaipAddress(mainnet.caipNetworkId, first)
  const error = await adapter
    .abilities(provider)
    .signMessage?.({ account, message: 'hello' })
    .catch((thrown: unknown) => thrown)
  // Base64 of another case or length decodes to something, which is for the verifier.
  if (typeof error === 'string') expect(['notHex', 'noPrefix', 'spaced']).toContain(as)
  else expect(isLatchkeyError(error)).toBe(true)
  control.always('standard:connect', outcome)
  const stranger = simulate({ script: { 'standard:connect': outcome } })
  const state = await stranger.connect().catch((thrown: unknown) => thrown)
  if (!isLatchkeyError(state)) expect(state).toMatchObject({ accounts: [{ caip10: `sui:mainnet:${first}` }] })
})

test.each(thrownNames)('a wallet that throws %s is an error of ours', async how => {
  const outcome = { kind: 'throw', how } as const
  const { connect } = simulate({ script: { 'standard:connect': outcome } })
  const error = await connect().catch((thrown: unknown) => thrown)
  expect(isLatchkeyError(error)).toBe(true)
})

test('disconnecting revokes in the wallet, and connecting again asks it', async () => {
  const { adapter, provider, control, connect } = simulate()
  await connect()
  await adapter.abilities(provider).disconnect?.({ revoke: false })
  expect(control.state.authorised).toEqual([])
  await connect()
  expect(control.requests.filter(({ method }) => method === 'standard:connect')).toHaveLength(2)
})
