/** The adapter against a wallet that was written apart from it, with real keys. */
import { cosmosAddressOf, cosmosTestAccounts, malformedNames, thrownNames } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import type { ProviderChange } from '../../contract/adapter.ts'
import { type CaipAddress, toCaipAddress } from '../../contract/caip.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import { cosmos as describeCosmos } from '../../cosmos.ts'
import { type Behaviour, describeAdapter } from '../conformance/describeAdapter.ts'
import { showPrompts } from '../conformance/showPrompts.ts'
import { createCosmosAdapter } from './createCosmosAdapter.ts'
import { elm, hub, inj, osmo, Page, simulate } from './fixtures/cosmosWorld.ts'

const [ada, bob] = cosmosTestAccounts.map(account => ({
  hub: cosmosAddressOf(account, { prefix: 'cosmos' }),
  osmo: cosmosAddressOf(account, { prefix: 'osmo' }),
  inj: cosmosAddressOf(account, { prefix: 'inj', keys: 'ethsecp256k1' }),
  elm: cosmosAddressOf(account, { prefix: 'elm' }),
}))
if (!ada || !bob) throw new Error('The wallet has no accounts')
const caipOf = (address: string, network = hub): CaipAddress => toCaipAddress(network.caipNetworkId, address)

const page = new Page()

/** A wallet that shows each prompt, and what the visitor does with it. */
function fixtureOf(behaviour: Behaviour) {
  const { control, provider } = simulate({
    target: page,
    mode: 'ask',
    connected: behaviour === 'approved before',
  })
  return {
    provider,
    ...showPrompts(control, behaviour),
    listenerCount: () => page.listening,
    changeAccounts([account]: readonly CaipAddress[]) {
      if (account) return control.switchAccount(account.endsWith(bob?.hub ?? '?') ? 1 : 0)
      control.always('getKey', { kind: 'code', code: 4100 })
      control.emit('keplr_keystorechange')
    },
    babble: () => control.emit('keplr_keystorechange'),
  }
}

describeAdapter('cosmos', () => ({
  adapter: createCosmosAdapter(page),
  descriptor: describeCosmos(),
  transactionIds: ['A'.repeat(64), '0123456789ABCDEF'.repeat(4)],
  notTransactionIds: ['0x1234', ada.hub, 'A'.repeat(63), `0x${'a'.repeat(64)}`],
  network: hub,
  otherNetwork: osmo,
  accounts: [caipOf(ada.hub)],
  other: caipOf(bob.hub),
  readsAgain: true,
  notAddresses: [
    '',
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    ada.hub.toUpperCase(),
    ada.hub.slice(0, -1),
    `${ada.hub}q`,
    `${ada.hub} `,
    ada.hub.replace('cosmos1', 'osmo1'),
    ada.hub.replace('cosmos1', 'cosmos'),
    // Bitcoin's, whose first word is a version.
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'cosmosvalcons1',
  ],
  wallet: fixtureOf,
}))

describe('networks', () => {
  test('one prompt approves all of the host’s chains', async () => {
    const { connect, control } = simulate()
    expect((await connect())?.accounts).toMatchObject([{ caip10: caipOf(ada.hub), label: 'Account 1' }])
    expect(control.requests.map(({ method, params }) => [method, params])).toEqual([
      ['enable', [['cosmoshub-4', 'osmosis-1', 'injective-1']]],
      ['getKey', ['cosmoshub-4']],
    ])
  })

  test.each([
    ['osmosis-1', osmo, ada.osmo],
    ['injective-1, whose keys are Ethereum’s', inj, ada.inj],
  ])('the same key has another address on %s', async (_name, network, address) => {
    const { adapter, connect, provider, asked } = simulate()
    await connect()
    const { switchNetwork } = adapter.abilities(provider)
    const changes: ProviderChange[] = []
    adapter.watch(provider, change => changes.push(change))
    expect(await switchNetwork?.(network)).toBe(network.caipNetworkId)
    expect(changes).toMatchObject([
      {
        type: 'network',
        caipNetworkId: network.caipNetworkId,
        accounts: [{ caip10: caipOf(address, network) }],
      },
    ])
    // It was approved with the others.
    expect(asked()).toEqual(['enable', 'getKey', 'getKey'])
  })

  test('a chain that the wallet does not know is suggested to it, then approved', async () => {
    const { connect, control, asked } = simulate()
    const state = await connect({ networks: [elm, hub] })
    expect(state?.accounts).toMatchObject([{ caip10: caipOf(ada.elm, elm) }])
    expect(asked()).toEqual(['enable', 'enable', 'experimentalSuggestChain', 'enable', 'getKey'])
    expect(control.requests[2]?.params).toEqual([
      {
        chainId: 'elm-1',
        chainName: 'Elm',
        rpc: 'https://rpc.elm.example',
        rest: 'https://rest.elm.example',
        bip44: { coinType: 118 },
        bech32Config: {
          bech32PrefixAccAddr: 'elm',
          bech32PrefixAccPub: 'elmpub',
          bech32PrefixValAddr: 'elmvaloper',
          bech32PrefixValPub: 'elmvaloperpub',
          bech32PrefixConsAddr: 'elmvalcons',
          bech32PrefixConsPub: 'elmvalconspub',
        },
        currencies: [{ coinDenom: 'ELM', coinMinimalDenom: 'uelm', coinDecimals: 6 }],
        feeCurrencies: [{ coinDenom: 'ELM', coinMinimalDenom: 'uelm', coinDecimals: 6 }],
        stakeCurrency: { coinDenom: 'ELM', coinMinimalDenom: 'uelm', coinDecimals: 6 },
      },
    ])
  })

  test('a suggested chain whose keys are Ethereum’s says so', async () => {
    const { connect, control } = simulate()
    const format = { ...elm.format, keys: 'ethsecp256k1', coinType: 60 } as const
    await connect({ networks: [{ ...elm, format }] })
    expect(control.requests[1]?.params).toMatchObject([
      { bip44: { coinType: 60 }, features: ['eth-address-gen', 'eth-key-sign'] },
    ])
  })

  test('an unknown chain beside known ones costs no connection on those', async () => {
    const { connect, asked } = simulate()
    expect((await connect({ networks: [hub, elm] }))?.accounts).toMatchObject([{ caip10: caipOf(ada.hub) }])
    expect(asked()).toEqual(['enable', 'enable', 'getKey'])
  })

  test('a visitor who refuses is not asked a second time in another way', async () => {
    const { connect, asked } = simulate({ mode: 'reject' })
    await expect(connect({ networks: [hub, elm] })).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
    expect(asked()).toEqual(['enable', 'enable'])
  })

  test('an address with the prefix of another network is refused', async () => {
    const { connect, control } = simulate()
    control.always('getKey', { kind: 'answer', value: { bech32Address: ada.osmo } })
    await expect(connect()).rejects.toMatchObject({
      code: 'WALLET_BAD_ANSWER',
      context: { reason: 'wrong-network' },
    })
  })

  test('disconnecting takes the permission back', async () => {
    const { adapter, connect, control, provider } = simulate()
    await connect()
    await adapter.abilities(provider).disconnect?.({ revoke: false })
    expect(control.state.enabled).toEqual([])
    expect(control.requests.at(-1)).toMatchObject({
      method: 'disable',
      params: [['cosmoshub-4', 'osmosis-1', 'injective-1']],
    })
  })
})

describe('a wallet that answers nonsense', () => {
  test.each(malformedNames)('%s for a key', async as => {
    const { connect, control } = simulate()
    control.always('getKey', { kind: 'malformed', as })
    const outcome = await connect().catch((thrown: unknown) => thrown)
    expect(isLatchkeyError(outcome) || (outcome as { accounts: unknown[] }).accounts.length === 1).toBe(true)
  })

  test.each(thrownNames)('%s is thrown', async how => {
    const { connect, control } = simulate()
    control.always('enable', { kind: 'throw', how })
    const outcome = await connect().catch((thrown: unknown) => thrown)
    expect(isLatchkeyError(outcome)).toBe(true)
  })
})
