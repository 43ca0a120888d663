/** The binding beside a stand-in for wagmi's config; the end-to-end tests use the real ones, 2 and 3. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mainnet, optimism } from './contract/networks/evm.ts'
import type { LatchkeyOptions } from './contract/options.ts'
import { createMemoryStorage } from './engine/base/pageStorage.ts'
import type { WagmiConnector, WagmiState } from './wagmi/wagmiShapes.ts'
import { bindWagmi, type LatchkeyConnector, latchkeyConnector, type WagmiConfig } from './wagmi.ts'
import { eventually } from './widget/conformance/eventually.ts'
import { createFakeAdapters, createFakeProvider, type FakeWallet } from './widget/fixtures/fakeWallet.ts'
import { createLatchkey } from './widget/handle/createLatchkey.ts'
import type { Latchkey } from './widget/handle/latchkey.ts'

const fox: FakeWallet = { name: 'Fox' }
let latchkey: Latchkey
let unbind: () => void

function start(wallets: readonly FakeWallet[], options: Partial<LatchkeyOptions> = {}) {
  latchkey = createLatchkey({
    projectId: 'test',
    id: 'wagmi',
    networks: [mainnet, optimism],
    adapters: createFakeAdapters(wallets),
    storage: createMemoryStorage(),
    ...options,
  })
  const wagmi = createWagmi()
  unbind = bindWagmi({ latchkey, config: wagmi.config })
  return wagmi
}

/** A config whose connectors connect and disconnect as wagmi's actions have them do. */
function createWagmi() {
  let state: WagmiState = { chainId: 1, current: null, status: 'disconnected', connections: new Map() }
  const listeners = new Set<(state: WagmiState, before: WagmiState) => void>()
  const setState = (change: (state: WagmiState) => WagmiState) => {
    const before = state
    state = change(state)
    for (const listener of listeners) listener(state, before)
  }
  const put = (connector: WagmiConnector) =>
    setState(now => ({
      ...now,
      status: 'connected',
      current: connector.uid,
      connections: new Map(now.connections).set(connector.uid, { connector }),
    }))
  const drop = (uid: string) =>
    setState(now => {
      const connections = new Map(now.connections)
      connections.delete(uid)
      const [current = null] = connections.keys()
      return { ...now, connections, current, status: current === null ? 'disconnected' : 'connected' }
    })
  const chains: readonly [{ readonly id: number }, { readonly id: number }] = [{ id: 1 }, { id: 10 }]
  let made = 0
  const setup = (make: ReturnType<typeof latchkeyConnector>): LatchkeyConnector & WagmiConnector => {
    const uid = `made ${++made}`
    const emitter = {
      emit(event: string) {
        if (event === 'connect') put(connector)
        else if (event === 'disconnect') drop(uid)
      },
    }
    const connector = { ...make({ chains, emitter, storage: null }), uid, emitter }
    void connector.setup()
    return connector
  }
  const own = setup(latchkeyConnector(latchkey))
  const config = {
    chains,
    connectors: [own],
    get state() {
      return state
    },
    storage: null,
    setState,
    subscribe(_selector: unknown, listener: (state: WagmiState, before: WagmiState) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    _internal: { connectors: { setup, setState: () => undefined } },
  } as unknown as WagmiConfig
  return {
    config,
    own,
    put,
    set: (part: Partial<WagmiState>) => setState(now => ({ ...now, ...part })),
    async disconnect(connector: WagmiConnector) {
      await connector.disconnect()
      drop(connector.uid)
    },
    connected: () => [...state.connections.values()].map(({ connector }) => connector.id).sort(),
  }
}

/** A wallet that the host connects by another connector. */
function otherConnector(name: string): WagmiConnector {
  const provider = createFakeProvider({ name })
  const rdns = `com.example.${name.toLowerCase()}`
  return {
    id: rdns,
    name,
    type: 'injected',
    uid: rdns,
    emitter: { emit: () => undefined },
    disconnect: vi.fn(async () => undefined),
    getProvider: async () => provider,
  }
}

const shown = () =>
  latchkey
    .getState()
    .connections.map(({ wallet }) => wallet.name)
    .sort()

async function connect(name: string): Promise<void> {
  await latchkey.preload()
  const row = latchkey.getWallets().find(each => each.name === name)
  await latchkey.connect({ wallet: row?.key ?? '' })
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  unbind()
  latchkey.destroy()
  vi.restoreAllMocks()
})

test('a wallet that refuses to disconnect is gone in wagmi as it is in the widget', async () => {
  const wagmi = start([{ ...fox, disconnect: 'fail' }])
  await connect('Fox')
  expect(wagmi.connected()).toEqual(['latchkey-wagmi'])
  await wagmi.disconnect(wagmi.own)
  expect(shown()).toEqual([])
  expect(wagmi.connected()).toEqual([])
})

test('of several wallets, disconnecting ours in wagmi leaves that of another connector connected', async () => {
  const wagmi = start([fox], { features: { multiWallet: true } })
  const red = otherConnector('Red')
  wagmi.put(red)
  await eventually(shown).toEqual(['Red'])
  await connect('Fox')
  expect(wagmi.connected()).toEqual(['com.example.red', 'latchkey-wagmi'])
  await wagmi.disconnect(wagmi.own)
  expect(shown()).toEqual(['Red'])
  expect(wagmi.connected()).toEqual(['com.example.red'])
  expect(red.disconnect).not.toHaveBeenCalled()
  expect(latchkey.getState().accounts.eip155?.isConnected).toBe(true)
})

test('options that a development build complains of do not keep wallets of other connectors out', async () => {
  const wagmi = start([], { termsConditionsUrl: '/terms' })
  await expect(latchkey.ready).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  wagmi.put(otherConnector('Red'))
  await eventually(shown).toEqual(['Red'])
})

test('a network that wagmi remembers is taken over, also when it comes while wagmi restores its connections', async () => {
  const wagmi = start([fox])
  // As with cookies: status and chain at once, and no wallet was connected.
  wagmi.set({ status: 'reconnecting', chainId: 10 })
  wagmi.set({ status: 'disconnected' })
  await eventually(() => latchkey.getState().network.caipNetworkId).toBe('eip155:10')
  expect(wagmi.config.state.chainId).toBe(10)
})

test('of two networks that are chosen in wagmi while the widget loads the last one holds', async () => {
  const wagmi = start([fox])
  const told: string[] = []
  latchkey.on('networkChanged', ({ caipNetworkId }) => told.push(caipNetworkId))
  wagmi.set({ chainId: 10 })
  wagmi.set({ chainId: 1 })
  await eventually(() => told).toEqual(['eip155:10', 'eip155:1'])
  expect([latchkey.getState().network.caipNetworkId, wagmi.config.state.chainId]).toEqual(['eip155:1', 1])
})
