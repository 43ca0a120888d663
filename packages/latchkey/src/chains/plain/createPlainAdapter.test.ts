/** The plain adapter with a made-up namespace whose accounts are written `prefix-key`, and a wallet on the test's side. */
import { describe, expect, test } from 'vitest'
import type { ProviderChange } from '../../contract/adapter.ts'
import type { CaipAddress } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import { toNetwork } from '../../contract/network.ts'
import { createPlainAdapter, type PlainChain } from './createPlainAdapter.ts'
import { pairedSession } from './pairedSession.ts'
import type { PlainAccount, PlainWallet } from './plainWallet.ts'

const network = (id: string, prefix: string) =>
  toNetwork({
    chainNamespace: 'orbit',
    caipNetworkId: `orbit:${id}`,
    id,
    name: id,
    nativeCurrency: { name: 'Orb', decimals: 9, symbol: 'ORB' },
    rpcUrls: { default: { http: ['https://rpc.orbit.example'] } },
    format: { prefix },
  })
const main = network('main', 'm')
const test1 = network('test', 't')
const { signal } = new AbortController()
const options = { silent: false, networks: [main, test1], signal }

interface World {
  keys: readonly string[]
  /** Answered in place of accounts. */
  answer?: () => Promise<readonly PlainAccount[] | 'bad' | undefined>
}

function create(more: Partial<PlainWallet> = {}, chainMore: Partial<PlainChain> = {}) {
  const world: World = { keys: ['a', 'b'] }
  const asked: boolean[] = []
  const listeners = new Set<(change: 'stale' | 'disconnected') => void>()
  const wallet: PlainWallet = {
    async accounts(order) {
      asked.push(order.silent)
      if (world.answer) return world.answer()
      return world.keys.map(key => ({
        address: `${order.network.format?.prefix}-${key}`,
        type: 'eoa',
        publicKey: key,
        source: { secret: key },
      }))
    },
    watch(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    signMessage: async ({ account, message }) => `${account.address} signed ${message}`,
    ...more,
  }
  const provider = {}
  const adapter = createPlainAdapter({
    namespace: 'orbit',
    bind: value => (value === provider ? wallet : undefined),
    bindPaired: async () => undefined,
    isAddress: (value): value is string => typeof value === 'string' && /^[a-z]-[a-z]+$/.test(value),
    isAddressOn: (address, { format }) => !format || address.startsWith(`${format.prefix}-`),
    formatAddress: address => address,
    ...chainMore,
  })
  const changes: ProviderChange[] = []
  const watch = () => adapter.watch(provider, change => changes.push(change))
  const report = (change: 'stale' | 'disconnected' = 'stale') => {
    for (const each of [...listeners]) each(change)
  }
  return { world, asked, listeners, provider, adapter, changes, watch, report }
}

function later<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>(done => {
    resolve = done
  })
  return { promise, resolve }
}

const account = (id: string, key: string, prefix = id[0]) => ({
  caip10: `orbit:${id}:${prefix}-${key}`,
  type: 'eoa',
  publicKey: key,
})

describe('connecting', () => {
  test('answers the accounts on the first network of the host’s, without what is the wallet’s own', async () => {
    const { adapter, provider } = create()
    expect(await adapter.connect(provider, options)).toEqual({
      caipNetworkId: 'orbit:main',
      accounts: [account('main', 'a'), account('main', 'b')],
    })
  })

  test.each<[string, Partial<PlainWallet>, object, string]>([
    ['where the visitor was', {}, { network: 'orbit:test' }, 'orbit:test'],
    [
      'where the wallet can be',
      { reaches: ({ id }) => id === 'test' },
      { network: 'orbit:main' },
      'orbit:test',
    ],
    ['where the wallet says it is', { where: async () => 'orbit:moon' }, {}, 'orbit:moon'],
  ])('%s', async (_what, more, where, expected) => {
    const { adapter, provider } = create(more)
    expect(await adapter.connect(provider, { ...options, ...where })).toMatchObject({
      caipNetworkId: expected,
    })
  })

  test.each<[string, World['answer'], boolean, object | undefined]>([
    ['no accounts', async () => [], false, { code: 'CONNECT_FAILED', context: { reason: 'no-account' } }],
    ['no accounts, silently', async () => [], true, undefined],
    ['nothing', async () => undefined, false, { code: 'CONNECT_FAILED', context: { reason: 'no-account' } }],
    ['nothing, silently', async () => undefined, true, undefined],
    ['no list', async () => 'bad', true, { code: 'WALLET_BAD_ANSWER' }],
    [
      'accounts of another network',
      async () => [{ address: 'x-a', type: 'eoa' }],
      false,
      { code: 'WALLET_BAD_ANSWER', context: { reason: 'wrong-network' } },
    ],
    ['a refusal', () => Promise.reject({ code: 4001 }), false, { code: 'CONNECTION_REJECTED' }],
    ['a refusal of a silent request', () => Promise.reject({ code: 4001 }), true, undefined],
    ['that the page is a stranger', () => Promise.reject({ code: 4100 }), true, undefined],
    ['a failure', () => Promise.reject(new Error('locked')), true, { code: 'CONNECT_FAILED' }],
    ['a refusal in its own words', () => Promise.reject('Cancelled'), false, { code: 'CONNECTION_REJECTED' }],
  ])('a wallet that answers %s', async (_what, answer, silent, failure) => {
    const { adapter, provider, world } = create({}, { isRefusal: ({ message }) => message === 'Cancelled' })
    if (answer) world.answer = answer
    const state = adapter.connect(provider, { ...options, silent })
    if (failure) await expect(state).rejects.toMatchObject({ name: 'LatchkeyError', ...failure })
    else expect(await state).toBeUndefined()
  })

  test('each address once, and one that is none not at all', async () => {
    const { adapter, provider, world } = create()
    world.keys = ['a', 'a', 'B', 'b']
    expect((await adapter.connect(provider, options))?.accounts).toHaveLength(2)
  })

  test('a relay part that cannot be loaded is CHUNK_FAILED', async () => {
    const { adapter } = create({}, { bindPaired: () => Promise.reject(new TypeError('offline')) })
    await expect(adapter.connect({ request: 1 }, options)).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
  })
})

describe('what the wallet changes', () => {
  test('is read silently and reported once', async () => {
    const { adapter, provider, world, asked, changes, watch, report } = create()
    await adapter.connect(provider, options)
    watch()
    report()
    world.keys = ['b']
    report()
    report()
    await expect.poll(() => changes).toEqual([{ type: 'accounts', accounts: [account('main', 'b')] }])
    expect(asked).toEqual([false, true, true, true])
  })

  test('an answer that is late does not replace a newer one', async () => {
    const { adapter, provider, world, changes, watch, report } = create()
    await adapter.connect(provider, options)
    watch()
    const late = later<readonly PlainAccount[]>()
    world.answer = () => late.promise
    report()
    delete world.answer
    world.keys = ['c']
    report()
    await expect.poll(() => changes).toHaveLength(1)
    late.resolve([{ address: 'm-d', type: 'eoa' }])
    await late.promise
    const { signMessage } = adapter.abilities(provider)
    expect(await signMessage?.({ account: 'orbit:main:m-c', message: 'x' })).toBe('m-c signed x')
    expect(changes).toEqual([{ type: 'accounts', accounts: [account('main', 'c')] }])
  })

  test.each<[string, World['answer']]>([
    ['a failure', () => Promise.reject(new Error('locked'))],
    ['a refusal', () => Promise.reject({ code: 4001 })],
    ['no list', async () => 'bad'],
    ['accounts of another network', async () => [{ address: 'x-a', type: 'eoa' }]],
  ])('read with %s changes nothing', async (_what, answer) => {
    const { adapter, provider, world, changes, watch, report } = create()
    await adapter.connect(provider, options)
    watch()
    if (answer) world.answer = answer
    report()
    delete world.answer
    world.keys = ['z']
    report()
    await expect.poll(() => changes).toEqual([{ type: 'accounts', accounts: [account('main', 'z')] }])
  })

  test('no accounts any more is a disconnect, and so is its word', async () => {
    const { adapter, provider, world, changes, watch, report } = create()
    await adapter.connect(provider, options)
    watch()
    world.keys = []
    report()
    await expect.poll(() => changes).toEqual([{ type: 'disconnected' }])
    report('disconnected')
    expect(changes).toHaveLength(2)
  })

  test('a network of the wallet’s own is reported with the addresses there', async () => {
    let place: `${string}:${string}` = 'orbit:main'
    const { adapter, provider, world, changes, watch, report } = create({ where: async () => place })
    await adapter.connect(provider, options)
    watch()
    place = 'orbit:test'
    world.answer = async () => [{ address: 't-a', type: 'eoa' }]
    report()
    const accounts = [{ caip10: 'orbit:test:t-a', type: 'eoa' }]
    await expect
      .poll(() => changes)
      .toEqual([
        { type: 'network', caipNetworkId: 'orbit:test', accounts },
        { type: 'accounts', accounts },
      ])
  })

  test('two watchers get it both; one that stopped gets nothing', async () => {
    const { adapter, provider, world, changes, listeners, watch, report } = create()
    await adapter.connect(provider, options)
    const [stop] = [watch(), watch()]
    world.keys = ['b']
    report()
    await expect.poll(() => changes).toHaveLength(2)
    stop()
    stop()
    world.keys = ['c']
    report()
    await expect.poll(() => changes).toHaveLength(3)
    expect(listeners.size).toBe(1)
  })

  test('a wallet that the visitor has left is not heard', async () => {
    const { adapter, provider, changes, watch, report } = create({
      disconnect: () => new Promise(() => undefined),
    })
    await adapter.connect(provider, options)
    watch()
    await adapter.abilities(provider).disconnect?.({ revoke: false })
    report('disconnected')
    expect(changes).toEqual([])
  })
})

describe('switching the network', () => {
  test('writes the accounts anew, and reports both at once', async () => {
    const { adapter, provider, changes, watch } = create()
    await adapter.connect(provider, options)
    watch()
    const abilities = adapter.abilities(provider)
    expect(await abilities.switchNetwork?.(test1)).toBe('orbit:test')
    const accounts = [account('test', 'a'), account('test', 'b')]
    expect(changes).toEqual([{ type: 'network', caipNetworkId: 'orbit:test', accounts }])
    expect(await abilities.signMessage?.({ account: 'orbit:test:t-b', message: 'x' })).toBe('t-b signed x')
    const before = abilities.signMessage?.({ account: 'orbit:main:m-b', message: 'x' })
    await expect(before).rejects.toMatchObject({ code: 'SIGN_FAILED', context: { reason: 'not-an-account' } })
  })

  test('a report that was being read when the visitor switched is dropped', async () => {
    const { adapter, provider, world, changes, watch, report } = create()
    await adapter.connect(provider, options)
    watch()
    const late = later<readonly PlainAccount[]>()
    world.answer = () => late.promise
    report()
    delete world.answer
    await adapter.abilities(provider).switchNetwork?.(test1)
    late.resolve([{ address: 'm-z', type: 'eoa' }])
    await late.promise
    world.keys = ['b']
    report()
    await expect.poll(() => changes).toHaveLength(2)
    expect(changes.at(-1)).toEqual({ type: 'accounts', accounts: [account('test', 'b')] })
  })

  test('a report that the question of a switch brings forth does not end the switch', async () => {
    const { world, provider, adapter, changes, watch, report } = create()
    await adapter.connect(provider, options)
    watch()
    world.answer = async () => {
      delete world.answer
      report()
      await Promise.resolve()
      return [{ address: 't-a', type: 'eoa', publicKey: 'a' }]
    }
    const { caipNetworkId } = test1
    expect(await adapter.abilities(provider).switchNetwork?.(test1)).toBe(caipNetworkId)
    // What was reported is read afterwards, where the page is then.
    await expect.poll(() => changes).toHaveLength(2)
    expect(changes).toMatchObject([
      { type: 'network', caipNetworkId, accounts: [account('test', 'a')] },
      { type: 'accounts', accounts: [account('test', 'a'), account('test', 'b')] },
    ])
  })

  test.each<[string, Partial<PlainWallet>, World['answer'], string]>([
    ['the wallet is never there', { reaches: ({ id }) => id === 'main' }, undefined, 'SWITCH_FAILED'],
    ['the visitor refuses', { move: () => Promise.reject({ code: 4001 }) }, undefined, 'SWITCH_REJECTED'],
    ['the wallet fails', { move: () => Promise.reject(7) }, undefined, 'SWITCH_FAILED'],
    ['it has no account there', {}, async () => [], 'SWITCH_FAILED'],
    ['it answers nothing', {}, async () => undefined, 'SWITCH_FAILED'],
    ['it answers no list', {}, async () => 'bad', 'WALLET_BAD_ANSWER'],
    ['the page leaves', {}, () => Promise.reject(createError('DESTROYED')), 'DESTROYED'],
  ])('stays where it was: %s', async (_what, more, answer, code) => {
    const { adapter, provider, world, changes, watch } = create(more)
    await adapter.connect(provider, options)
    watch()
    if (answer) world.answer = answer
    const abilities = adapter.abilities(provider)
    await expect(abilities.switchNetwork?.(test1)).rejects.toMatchObject({ code })
    expect(changes).toEqual([])
    expect(await abilities.signMessage?.({ account: 'orbit:main:m-a', message: 'x' })).toBe('m-a signed x')
  })

  test('a wallet that is elsewhere after all is followed there', async () => {
    const { adapter, provider, changes, watch, world } = create({ where: async () => 'orbit:moon' })
    world.answer = async () => [{ address: 't-a', type: 'eoa' }]
    await adapter.connect(provider, options)
    watch()
    expect(await adapter.abilities(provider).switchNetwork?.(test1)).toBe('orbit:moon')
    expect(changes).toEqual([])
  })
})

test.each([
  ['a refusal', { code: 4001 }, 'SIGN_REJECTED'],
  ['a failure', new Error('device'), 'SIGN_FAILED'],
  ['an answer that makes no sense', createError('WALLET_BAD_ANSWER'), 'WALLET_BAD_ANSWER'],
])('a text is not signed after %s', async (_what, thrown, code) => {
  const { adapter, provider } = create({ signMessage: () => Promise.reject(thrown) })
  await adapter.connect(provider, options)
  const { signMessage } = adapter.abilities(provider)
  await expect(signMessage?.({ account: 'orbit:main:m-a', message: 'x' })).rejects.toMatchObject({ code })
})

describe('over the relay', () => {
  function createSession(methods: readonly string[]) {
    const listeners = new Map<string, (payload?: unknown) => void>()
    const requests: unknown[] = []
    const provider = {
      methods,
      chains: ['orbit:test'],
      addresses: (chain: string) => (chain === 'orbit:test' ? ['t-a', 7, 't-b'] : []),
      request: async (...request: unknown[]) => {
        requests.push(request)
        return 'signed'
      },
      on: (event: string, listener: () => void) => listeners.set(event, listener),
      removeListener: (event: string) => listeners.delete(event),
    }
    const { adapter } = create(
      {},
      {
        bindPaired: async value => {
          const session = pairedSession(value)
          return (
            session && {
              ...session,
              accounts: async ({ network }) =>
                session.addresses(network).map(address => ({ address, type: 'eoa' as const })),
              get signMessage() {
                if (!session.grants('orbit_sign')) return undefined
                return async (order: Parameters<NonNullable<PlainWallet['signMessage']>>[0]) =>
                  String(await session.request('orbit_sign', { message: order.message }, order.network))
              },
            }
          )
        },
      },
    )
    return { adapter, provider, listeners, requests }
  }

  test('accounts come from the session, and a text goes to the phone with its network', async () => {
    const { adapter, provider, requests } = createSession(['orbit_sign'])
    const state = await adapter.connect(provider, { ...options, silent: true })
    expect(state?.accounts.map(({ caip10 }) => caip10)).toEqual(['orbit:test:t-a', 'orbit:test:t-b'])
    const order = { account: 'orbit:test:t-b' as CaipAddress, message: 'x' }
    expect(await adapter.abilities(provider).signMessage?.(order)).toBe('signed')
    expect(requests).toEqual([[{ method: 'orbit_sign', params: { message: 'x' } }, 'orbit:test']])
  })

  test('what the session does not grant is absent', async () => {
    const { adapter, provider } = createSession([])
    await adapter.connect(provider, options)
    const { signMessage, reaches } = adapter.abilities(provider)
    expect(signMessage).toBeUndefined()
    expect([main, test1].map(each => reaches?.(each))).toEqual([false, true])
  })

  test('the end of the session is reported, and listeners go with the watcher', async () => {
    const { adapter, provider, listeners } = createSession([])
    await adapter.connect(provider, options)
    const changes: ProviderChange[] = []
    const stop = adapter.watch(provider, change => changes.push(change))
    listeners.get('disconnect')?.()
    expect(changes).toEqual([{ type: 'disconnected' }])
    stop()
    expect(listeners.size).toBe(0)
  })
})
