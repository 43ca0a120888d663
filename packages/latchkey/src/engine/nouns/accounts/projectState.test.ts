import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { disconnectedAccount } from '../../../contract/account.ts'
import type { Connection } from '../../../contract/connection.ts'
import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { toNetwork } from '../../../contract/network.ts'
import { account, after, anyEvent, connection, part } from '../../fixtures/connections.ts'
import { type ConnectionsState, restoredConnections } from '../connections/connectionsState.ts'
import {
  type ConnectionsEvent,
  connectionsTransition,
  snapshotOf,
} from '../connections/connectionsTransition.ts'
import { knownAccounts } from './knownAccounts.ts'
import { networkIdOfNamespace, networkOf, type ProjectionInput, projectState } from './projectState.ts'

const network = (id: number, more: object = {}) =>
  toNetwork({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
    ...more,
  })
const networks = [
  network(1),
  network(5, { deprecatedCaipNetworkId: 'eip155:55' }),
  network(1, { chainNamespace: 'solana' }),
]
const empty = restoredConnections({ connections: [], active: {}, activeNamespace: 'eip155', chosen: {} })
const one = connection('one', {
  eip155: {
    ...part(['0xa', '0xb']),
    accounts: [...part(['0xa']).accounts, { ...account('0xb'), type: 'smartAccount', publicKey: '02' }],
  },
})

function project(connections: ConnectionsState, more: Partial<ProjectionInput> = {}) {
  return projectState({
    connections,
    networks,
    modal: { open: false, view: 'Connect' },
    loading: false,
    loadingByNamespace: {},
    known: {},
    features: {},
    theme: { mode: 'system', variables: {} },
    addressLabels: {},
    ...more,
  })
}
const run = (...events: readonly ConnectionsEvent[]) => after(connectionsTransition, empty, ...events)
const connected = run({ type: 'connected', connection: one, namespace: 'eip155' })
const move = (caipNetworkId: `${string}:${string}`) =>
  connectionsTransition(connected, {
    type: 'networkChanged',
    connectionId: 'one',
    namespace: 'eip155',
    caipNetworkId,
  })

describe('accounts', () => {
  it('are disconnected for each namespace of the host without a connection', () => {
    expect(project(empty).accounts).toEqual({ eip155: disconnectedAccount, solana: disconnectedAccount })
  })

  it('list the accounts of a connection', () => {
    const addressLabels = { '0xa': 'Treasury' }
    const known = knownAccounts(
      {
        'eip155:1:0xa': { amount: '1.5', symbol: 'ETH', at: 0 },
        'eip155:5:0xa': { amount: '9', symbol: 'X', at: 0 },
      },
      { 'eip155:1:0xa': { profileName: 'ada.eth' }, 'eip155:5:0xa': { profileImage: 'blob:x' } },
    )
    expect(project(connected, { addressLabels, known }).accounts.eip155).toEqual({
      ...disconnectedAccount,
      caipAddress: 'eip155:1:0xa',
      address: '0xa',
      connectionId: 'one',
      isConnected: true,
      status: 'connected',
      balance: '1.5',
      balanceSymbol: 'ETH',
      profileName: 'ada.eth',
      addressLabels,
      allAccounts: [
        { address: '0xa', type: 'eoa' },
        { address: '0xb', type: 'smartAccount', publicKey: '02' },
      ],
    })
  })

  it('tokens and tab as they are, tokens absent while unknown (SPEC §3)', () => {
    const ether = {
      name: 'Ether',
      symbol: 'ETH',
      chainId: 'eip155:1',
      value: null,
      price: null,
      quantity: { decimals: '18', numeric: '1.5' },
      iconUrl: null,
    } as const
    const known = knownAccounts({}, {}, { 'eip155:1:0xa': [ether] })
    const modal = { open: true, view: 'Account', tab: 'nfts' } as const
    const state = project(connected, { known, modal })
    expect(state.accounts.eip155).toMatchObject({ tokenBalance: [ether], currentTab: 'nfts' })
    expect(JSON.parse(JSON.stringify(state))).toEqual(state)
    expect(Object.isFrozen(state.accounts.eip155?.tokenBalance)).toBe(true)
    expect(project(move('eip155:5'), { known }).accounts.eip155).not.toHaveProperty('tokenBalance')
  })

  it('an unknown balance is undefined, never 0, and that of another network is unknown', () => {
    const known = knownAccounts({ 'eip155:1:0xa': { amount: '1.5', symbol: 'ETH', at: 0 } }, {})
    const { balance, balanceSymbol } = project(move('eip155:5'), { known }).accounts.eip155 ?? {}
    expect([balance, balanceSymbol]).toEqual([undefined, undefined])
  })

  it('painted from storage: connecting, reconnecting, with the address', () => {
    const painted = restoredConnections(snapshotOf(connected))
    expect(project(painted).accounts.eip155).toMatchObject({
      status: 'connecting',
      isReconnecting: true,
      isConnected: false,
      address: '0xa',
    })
  })

  it('while a wallet is asked: connecting, not reconnecting', () => {
    const asking = run({ type: 'connecting', namespace: 'eip155' })
    expect(project(asking).accounts.eip155).toMatchObject({
      status: 'connecting',
      isReconnecting: false,
      isConnected: false,
    })
  })

  it('while a second wallet is asked, the first is still connected', () => {
    const asking = connectionsTransition(connected, { type: 'connecting', namespace: 'eip155' })
    expect(project(asking).accounts.eip155).toMatchObject({
      status: 'connecting',
      isReconnecting: false,
      isConnected: true,
      address: '0xa',
    })
  })

  it('a namespace that is connected but not listed is there as well', () => {
    const polkadot = connection('dot', { polkadot: part(['5G'], 'polkadot:1') })
    expect(
      project(run({ type: 'connected', connection: polkadot, namespace: 'polkadot' })).accounts.polkadot
        ?.address,
    ).toBe('5G')
  })
})

describe('SPEC §3 a login', () => {
  const embedded = (auth?: object) => {
    const login = { ...one, transport: 'embedded', type: 'AUTH', ...(auth && { auth }) } as Connection
    return run({ type: 'connected', connection: login, namespace: 'eip155' })
  }
  const { eip155: wallet } = project(connected).accounts

  it.each([
    [
      { name: 'email', username: 'ann@mail.example', email: 'ann@mail.example' },
      { user: { email: 'ann@mail.example', authProvider: 'email', accountType: 'eoa' } },
    ],
    [
      { name: 'github', username: 'ann@mail.example', email: 'ann@mail.example', userName: 'ann' },
      {
        user: { email: 'ann@mail.example', username: 'ann', authProvider: 'github', accountType: 'eoa' },
        socialProvider: 'github',
      },
    ],
    [
      { name: 'farcaster', username: 'ann', userName: 'ann' },
      {
        user: { username: 'ann', authProvider: 'farcaster', accountType: 'eoa' },
        socialProvider: 'farcaster',
      },
    ],
    [{ name: 'passkey' }, { user: { authProvider: 'passkey', accountType: 'eoa' } }],
    [{ name: 'next' }, { user: { authProvider: 'next', accountType: 'eoa' } }],
    // Stored by earlier releases.
    [
      { name: 'email', username: 'ann@mail.example' },
      { user: { email: 'ann@mail.example', authProvider: 'email', accountType: 'eoa' } },
    ],
    [
      { name: 'google', username: 'Ann' },
      { user: { authProvider: 'google', accountType: 'eoa' }, socialProvider: 'google' },
    ],
    // Stored by other code.
    [{ name: 7, email: ['ann'], userName: {} }, { user: { authProvider: 'email', accountType: 'eoa' } }],
    [undefined, { user: { authProvider: 'email', accountType: 'eoa' } }],
  ])('%j says who is logged in, and no more', (auth, said) => {
    expect(project(embedded(auth)).accounts.eip155).toEqual({ ...wallet, ...said })
  })

  it('says the kind of the account in use', () => {
    const state = connectionsTransition(embedded({ name: 'email' }), {
      type: 'accountChosen',
      namespace: 'eip155',
      active: { connectionId: 'one', caip10: account('0xb').caip10 },
    })
    expect(project(state).accounts.eip155?.user?.accountType).toBe('smartAccount')
  })

  it('no other wallet has a user, whatever is stored of it', () => {
    const stranger = { ...one, auth: { name: 'google', email: 'ann@mail.example' } }
    const state = run({ type: 'connected', connection: stranger, namespace: 'eip155' })
    expect(project(state).accounts.eip155).toEqual(wallet)
  })

  it('by Farcaster that waits is on each namespace that it is for, connected or not', () => {
    const url = 'https://keys.example/v1/#farcaster=abc'
    const urls = (connections: ConnectionsState, namespaces: readonly string[]) =>
      Object.entries(project(connections, { farcaster: { url, namespaces } }).accounts).flatMap(
        ([ns, { farcasterUrl }]) => (farcasterUrl === url ? [ns] : []),
      )
    expect(urls(empty, ['eip155', 'solana'])).toEqual(['eip155', 'solana'])
    expect(urls(connected, ['eip155'])).toEqual(['eip155'])
    expect(project(empty).accounts.eip155).not.toHaveProperty('farcasterUrl')
  })
})

describe('networks', () => {
  it.each<[string, ConnectionsState, string, string | undefined]>([
    ['nothing connected: the first listed', empty, 'eip155', 'eip155:1'],
    [
      'nothing connected: the chosen one',
      run({ type: 'networkChosen', namespace: 'eip155', caipNetworkId: 'eip155:5' }),
      'eip155',
      'eip155:5',
    ],
    [
      'chosen once, no longer listed: the first',
      run({ type: 'networkChosen', namespace: 'eip155', caipNetworkId: 'eip155:99' }),
      'eip155',
      'eip155:1',
    ],
    ['connected: the one of the wallet', move('eip155:5'), 'eip155', 'eip155:5'],
    ['connected: even one that is not listed', move('eip155:99'), 'eip155', 'eip155:99'],
    ['another namespace', connected, 'solana', 'solana:1'],
    ['a namespace that the host does not list', connected, 'cosmos', undefined],
  ])('%s', (_name, state, namespace, expected) => {
    expect(networkIdOfNamespace(state, networks, namespace)).toBe(expected)
  })

  it('the listed one is the host’s own entry, by its deprecated id too', () => {
    expect(networkOf(move('eip155:5'), networks, 'eip155')).toBe(networks[1])
    expect(networkOf(move('eip155:55'), networks, 'eip155')).toBe(networks[1])
  })

  it('one that is not listed is the placeholder with the real id (SPEC §4)', () => {
    const placeholder = networkOf(move('eip155:99'), networks, 'eip155')
    expect(isUnsupportedNetwork(placeholder)).toBe(true)
    expect(placeholder).toMatchObject({
      id: '99',
      caipNetworkId: 'eip155:99',
      name: 'unsupported',
      chainNamespace: 'eip155',
    })
    expect(networkOf(empty, [], 'eip155')).toMatchObject({ name: 'unsupported' })
  })

  it('the public one follows the active namespace', () => {
    const state = connectionsTransition(connected, { type: 'namespaceChosen', namespace: 'solana' })
    expect(project(state)).toMatchObject({
      activeNamespace: 'solana',
      network: { caipNetworkId: 'solana:1' },
    })
  })
})

describe('the public state', () => {
  const states = fc.array(anyEvent, { maxLength: 12 }).map(events => run(...events))

  it('is what JSON can carry', () => {
    fc.assert(
      fc.property(states, connections => {
        const state = project(connections)
        const told = JSON.parse(JSON.stringify(state)) as Record<string, unknown>
        expect(told).toEqual(JSON.parse(JSON.stringify(structuredClone(state))))
        expect(Object.keys(told).sort()).toEqual(Object.keys(state).sort())
      }),
    )
  })

  it('is frozen at every depth', () => {
    const loose: string[] = []
    const walk = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) return
      if (!Object.isFrozen(value)) loose.push(path)
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`)
    }
    walk(project(connected), 'state')
    expect(loose).toEqual([])
  })

  it('says the same as the inner one about who is connected', () => {
    fc.assert(
      fc.property(states, connections => {
        for (const [ns, { status, isConnected, address, caipAddress }] of Object.entries(
          project(connections).accounts,
        )) {
          if (status === 'connected') expect(isConnected).toBe(true)
          if (status === 'disconnected') expect([isConnected, address]).toEqual([false, undefined])
          if (isConnected) expect(caipAddress).toBe(connections.active[ns]?.caip10)
        }
      }),
    )
  })
})
