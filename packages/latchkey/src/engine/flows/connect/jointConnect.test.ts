/** One prompt for two namespaces: a wallet of bitcoin and stacks, with real keys, over real adapters. */
import {
  bitcoinKey,
  createSimulatedBitcoinWallet,
  type SimulatedBitcoinOptions,
  stacksTestAccounts,
} from '@latchkey/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { bitcoin } from '../../../bitcoin.ts'
import { toNetwork } from '../../../contract/network.ts'
import { bitcoin as bitcoinNetwork } from '../../../contract/networks/bitcoin.ts'
import { stacks as stacksNetwork } from '../../../contract/networks/stacks.ts'
import type { WalletRow } from '../../../contract/wallet.ts'
import { stacks } from '../../../stacks.ts'
import { systemClock } from '../../base/clock.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import { createEngine } from '../../createEngine.ts'
import type { Engine } from '../../engine.ts'
import type { ConnectionsSnapshot } from '../../nouns/connections/connectionsState.ts'
import { snapshotKey } from '../../nouns/connections/snapshot.ts'

const { address: btc } = bitcoinKey(0, 'p2sh', 'mainnet')
const btcNetwork = bitcoinNetwork.caipNetworkId
const [first] = stacksTestAccounts as [(typeof stacksTestAccounts)[0]]
const row = { purpose: 'payment', addressType: 'p2sh', address: btc }

const engines: Engine[] = []
afterEach(() => {
  for (const engine of engines.splice(0)) engine.destroy()
})

function setUp({
  snapshot,
  ...options
}: Partial<SimulatedBitcoinOptions> & { snapshot?: ConnectionsSnapshot } = {}) {
  const { provider, control, info } = createSimulatedBitcoinWallet({
    shape: 'xverse',
    stacks: true,
    name: 'Simulated',
    target: new EventTarget(),
    announce: 'manual',
    memory: false,
    ...options,
  })
  const facts = createFacts()
  const told: string[] = []
  facts.on('connected', ({ namespace, address, reconnected }) =>
    told.push(`connected ${namespace} ${address}${reconnected ? ' again' : ''}`),
  )
  facts.on('disconnected', ({ namespace, by }) => told.push(`disconnected ${namespace} ${by}`))
  const storage = createKeyStore({ id: 'default', store: createMemoryStorage(), clock: systemClock })
  const engine = createEngine({
    config: resolveConfig({
      projectId: 'test',
      networks: [toNetwork(bitcoinNetwork), toNetwork(stacksNetwork)],
      adapters: [bitcoin(), stacks()],
    }),
    facts,
    storage,
    notify: () => undefined,
    ...(snapshot && { snapshot }),
  })
  engines.push(engine)
  const found = (namespace: string, own: object = provider) =>
    ({ key: namespace, namespace, source: 'injected', info, injectedId: 'Simulated', provider: own }) as const
  const both: WalletRow = {
    key: 'one',
    walletId: 'std:Simulated',
    group: 'injected',
    name: 'Simulated',
    discovered: [found('bip122'), found('stacks')],
  }
  const { connections } = engine.ctx
  return {
    engine,
    control,
    told,
    both,
    found,
    state: () => connections.getState(),
    storage,
    /** What it was asked for, but for its network. */
    methods: () => control.requests.map(({ method }) => method).filter(each => each !== 'wallet_getNetwork'),
    connecting: () => engine.connecting.machine.getState(),
  }
}
const accounts = {
  bip122: `${btcNetwork}:${btc}`,
  stacks: `stacks:1:${first.address}`,
}

describe('a wallet that answers for two namespaces with one prompt', () => {
  test('is asked once, without a choice, and is one connection in both', async () => {
    const { engine, both, connecting, state, methods, control, told } = setUp()
    engine.connecting.enter(both)
    await expect.poll(connecting).toMatchObject({ at: 'connected', namespace: 'bip122' })
    expect(methods()).toEqual(['wallet_connect'])
    expect(control.requests[0]?.params).toMatchObject({ addresses: ['payment', 'ordinals', 'stacks'] })
    const { connections, active, status } = state()
    expect(connections).toHaveLength(1)
    expect(connections[0]?.namespaces).toMatchObject({
      bip122: { accounts: [{ caip10: accounts.bip122 }, { type: 'ordinals' }] },
      stacks: { accounts: [{ caip10: accounts.stacks, publicKey: first.publicKey }] },
    })
    expect(active).toMatchObject({
      bip122: { caip10: accounts.bip122 },
      stacks: { caip10: accounts.stacks },
    })
    expect(status).toMatchObject({ bip122: 'connected', stacks: 'connected' })
    expect(told).toEqual([`connected bip122 ${accounts.bip122}`, `connected stacks ${accounts.stacks}`])
  })

  test('is asked so by the names that Leather has', async () => {
    const { engine, both, connecting, state, control } = setUp({ shape: 'leather', addressType: 'p2sh' })
    engine.connecting.enter(both)
    await expect.poll(connecting).toMatchObject({ at: 'connected' })
    const { active } = state()
    expect([active.bip122?.caip10, active.stacks?.caip10]).toEqual([accounts.bip122, accounts.stacks])
    const answered = control.requests.filter(({ status }) => status === 'answered')
    expect(answered.map(({ method }) => method)).toEqual(['getAddresses'])
  })

  test('follows the wallet in each of them', async () => {
    const { engine, both, connecting, state, control } = setUp()
    engine.connecting.enter(both)
    await expect.poll(connecting).toMatchObject({ at: 'connected' })
    const other = stacksTestAccounts[1]?.address
    control.switchAccount(1)
    await expect.poll(() => state().active.stacks?.caip10).toBe(`stacks:1:${other}`)
    const key = bitcoinKey(1, 'p2sh', 'mainnet')
    await expect.poll(() => state().active.bip122?.caip10).toBe(`${btcNetwork}:${key.address}`)
  })

  test.each([{}, { namespace: 'stacks' }, { namespace: 'bip122' }])(
    'is disconnected as one by %j, and told so once',
    async options => {
      const { engine, both, connecting, state, methods, told } = setUp()
      engine.connecting.enter(both)
      await expect.poll(connecting).toMatchObject({ at: 'connected' })
      await engine.disconnect(options)
      expect(state()).toMatchObject({ connections: [], active: {} })
      expect(told.slice(2)).toEqual(['disconnected bip122 app', 'disconnected stacks app'])
      expect(methods().filter(method => method === 'wallet_disconnect')).toHaveLength(1)
    },
  )

  test('keeps the namespace that it answers for', async () => {
    const { engine, both, connecting, state, control } = setUp()
    control.always('wallet_connect', { kind: 'answer', value: { addresses: [row] } })
    engine.connecting.enter(both)
    await expect.poll(connecting).toMatchObject({ at: 'connected' })
    expect(Object.keys(state().connections[0]?.namespaces ?? {})).toEqual(['bip122'])
    expect(state().active.stacks).toBeUndefined()
    expect(state().status.stacks).not.toBe('connected')
  })

  test('keeps the one namespace where another wallet takes the place of it in the other', async () => {
    const { engine, both, found, connecting, state, methods } = setUp()
    engine.connecting.enter(both)
    await expect.poll(connecting).toMatchObject({ at: 'connected' })
    const { provider } = createSimulatedBitcoinWallet({
      shape: 'unisat',
      target: new EventTarget(),
      announce: 'manual',
      memory: false,
    })
    await engine.connect({ wallet: found('bip122', provider), walletId: 'std:Other' })
    const { address } = bitcoinKey(0, 'p2wpkh', 'mainnet')
    expect(state().active.bip122?.caip10).toBe(`${btcNetwork}:${address}`)
    expect(state().active.stacks?.caip10).toBe(accounts.stacks)
    // The wallet was not told to forget the page: it still shares Stacks with it.
    expect(methods()).toEqual(['wallet_connect'])
  })

  test('that is refused is connected in neither', async () => {
    const { engine, both, connecting, state, methods } = setUp({ mode: 'reject' })
    engine.connecting.enter(both)
    await expect.poll(connecting).toMatchObject({ at: 'rejected' })
    expect(methods()).toEqual(['wallet_connect'])
    expect(state()).toMatchObject({ connections: [], active: {} })
  })

  test('is asked for one namespace where the host wants one', async () => {
    const { engine, both, connecting, state, control } = setUp()
    engine.connecting.enter(both, 'stacks')
    await expect.poll(connecting).toMatchObject({ at: 'connected', namespace: 'stacks' })
    expect(Object.keys(state().connections[0]?.namespaces ?? {})).toEqual(['stacks'])
    expect(control.requests[0]?.params).toMatchObject({ addresses: ['stacks'] })
  })

  test('is two choices where each namespace has a provider of its own', () => {
    const { engine, both, found, connecting } = setUp()
    engine.connecting.enter({ ...both, discovered: [found('bip122', {}), found('stacks')] })
    expect(connecting()).toEqual({ at: 'choosing', namespaces: ['bip122', 'stacks'] })
  })
})

test('on load both are restored without a prompt', async () => {
  const before = setUp()
  before.engine.connecting.enter(before.both)
  await expect.poll(before.connecting).toMatchObject({ at: 'connected' })
  await vi.waitUntil(async () => (await before.storage.read(snapshotKey))?.connections.length === 1)
  const snapshot = await before.storage.read(snapshotKey)
  const { engine, found, told, methods, control } = setUp({
    snapshot: snapshot as ConnectionsSnapshot,
    connected: true,
    mode: 'ask',
  })
  for (const namespace of ['bip122', 'stacks'])
    engine.ctx.wallets.dispatch({ type: 'discovered', wallet: found(namespace) })
  await expect
    .poll(() => told.toSorted())
    .toEqual([`connected bip122 ${accounts.bip122} again`, `connected stacks ${accounts.stacks} again`])
  expect(control.pending).toEqual([])
  expect(new Set(methods())).toEqual(new Set(['wallet_getAccount']))
})
