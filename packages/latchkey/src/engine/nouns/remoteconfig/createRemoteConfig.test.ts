import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Features } from '../../../contract/options.ts'
import type { ProjectConfigHead } from '../../../contract/projectConfig.ts'
import type { StorageLike } from '../../../contract/storage.ts'
import { createApi } from '../../base/api.ts'
import { systemClock } from '../../base/clock.ts'
import { resolveConfig } from '../../base/config.ts'
import { createMachine } from '../../base/machine.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import { certify, createSigningKey, type SigningKey, signConfig } from '../../fixtures/signRegistry.ts'
import { type Reply, startLoopback } from '../../fixtures/startLoopback.ts'
import { createRemoteConfig } from './createRemoteConfig.ts'
import { featuresOf } from './featuresOf.ts'
import { recallRemote } from './recallRemote.ts'
import { firstRemote, lastGoodConfig, type RemoteFeatures, remoteFlags } from './remoteFeatures.ts'

const answer = (...on: readonly string[]): Reply => ({
  body: { features: on.map(id => ({ id, isEnabled: true, config: null })) },
})

async function setUp(
  replies: readonly Reply[],
  options: {
    readonly features?: Features
    readonly basic?: boolean
    readonly source?: false
    readonly projectId?: string
    readonly directoryKeys?: readonly string[]
    /** Of an earlier page. */
    readonly store?: StorageLike
    readonly url?: string
    readonly includeWalletIds?: readonly string[]
    readonly restrictedTimezones?: readonly string[]
  } = {},
) {
  const { source, store = createMemoryStorage(), url, ...rest } = options
  const server = await startLoopback((_, at) => replies[at] ?? { status: 503 })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const storage = createKeyStore({ id: 'default', store, clock: systemClock })
  const endpoints = source === false ? {} : { directory: url ?? server.url }
  const config = resolveConfig({ projectId: 'p1', endpoints, ...rest })
  const api = createApi({ config, clock: systemClock })
  const alerts: unknown[] = []
  const remote = createMachine<RemoteFeatures, RemoteFeatures>(
    firstRemote({ config, storage }),
    (_, next) => next,
  )
  const ctx = {
    config,
    storage,
    remote,
    api: async () => api,
    alert: (...told: unknown[]) => void alerts.push(told),
    signal: new AbortController().signal,
    clock: systemClock,
  }
  const before = remote.getState()
  return {
    ...createRemoteConfig(ctx),
    config,
    server,
    alerts,
    storage,
    features: () => featuresOf(ctx),
    /** The stored answer comes by a chunk of its own, which may be late. */
    recall: () => recallRemote(ctx, before),
  }
}

test('a good answer wins over local flags from the next opening on, and one warning names them', async () => {
  const { ask, apply, features, alerts, server } = await setUp([answer('swap')], {
    features: { branding: true, onramp: true, send: true },
  })
  expect(features()).toEqual({ branding: true, onramp: true, send: true })
  await ask()
  // What it turns off is off at once; what it turns on waits.
  expect(features()).toEqual({ branding: false, onramp: false, send: true })
  apply()
  expect(features()).toMatchObject({ swaps: true, branding: false, onramp: false, send: true })
  await ask()
  expect(server.heard.map(({ url }) => url)).toEqual(['/appkit/v1/config?projectId=p1&st=latchkey&sv=0.0.0'])
  expect(alerts).toEqual([
    [
      'LOCAL_CONFIG_IGNORED',
      {
        ignored: ['onramp', 'branding'],
        off: ['onramp', 'branding'],
        switchOn: 'latchkey-server project features p1 onramp=on branding=on',
      },
    ],
  ])
})

test('a feature that an answer turns on waits for the next opening also where the stored answer comes later', async () => {
  const { ask, apply, features, recall, storage } = await setUp([answer('branding')])
  await ask()
  await vi.waitFor(() => expect(storage.readNow(lastGoodConfig)).toBeDefined())
  recall()
  expect(features().branding).toBeUndefined()
  apply()
  expect(features().branding).toBe(true)
})

test('without local flags there is nothing to warn of', async () => {
  const { ask, apply, features, alerts } = await setUp([answer('branding')])
  await ask()
  apply()
  expect(features().branding).toBe(true)
  expect(alerts).toEqual([])
})

test.each<[string, Reply]>([
  ['5xx', { status: 503 }],
  ['no answer', 'cut'],
  ['another shape', { body: { features: { branding: true } } }],
  ['not JSON', { body: '<html>' }],
])(
  'F23 %s changes nothing, warns of nothing, and is asked again at the next opening',
  async (_title, bad) => {
    const { ask, apply, features, alerts } = await setUp([bad, answer('swap')], {
      features: { branding: true },
    })
    await expect(ask()).rejects.toMatchObject({ name: 'LatchkeyError' })
    apply()
    expect(features()).toEqual({ branding: true })
    expect(alerts).toEqual([])
    await ask()
    apply()
    expect(features()).toMatchObject({ swaps: true, branding: false })
  },
)

test('T111 a hostile answer changes flags and nothing else, and is stored as flags', async () => {
  const hostile = [
    { id: 'branding', isEnabled: true, config: null, endpoints: { rpc: 'https://evil.example' } },
    { id: 'social_login', isEnabled: true, config: ['email', '<img src=x>', '__proto__'] },
    { id: 'enableWallets', isEnabled: false, config: null },
    { id: 'customRpcUrls', isEnabled: true, config: ['https://evil.example'] },
  ]
  const { ask, apply, features, storage } = await setUp([
    { body: { features: hostile, endpoints: { rpc: 'https://evil.example' }, includeWalletIds: [] } },
  ])
  await ask()
  apply()
  const flags = features()
  expect(flags).toMatchObject({ branding: true, email: true, socials: [] })
  expect(JSON.stringify(flags)).not.toContain('evil')
  await expect.poll(() => storage.readNow(lastGoodConfig)?.features).toEqual(flags)
})

describe('T111 where no key vouches for an answer', () => {
  const host = {
    authentication: true,
    emailCapture: true,
    multiWallet: false,
    email: false,
    socials: ['google', 'x'],
    branding: false,
    swaps: true,
  } as const satisfies Features
  const held = { authentication: true, emailCapture: true, multiWallet: false, email: false }
  const hostile: Reply = {
    body: {
      features: [
        { id: 'authentication', isEnabled: false, config: null },
        { id: 'email_capture', isEnabled: false, config: null },
        { id: 'multi_wallet', isEnabled: true, config: null },
        { id: 'social_login', isEnabled: true, config: ['email', 'x', 'apple', 'github'] },
        { id: 'branding', isEnabled: true, config: null },
      ],
    },
  }

  test('it lifts no requirement of the host and opens nothing that the host closed', async () => {
    const { ask, apply, features, alerts } = await setUp([hostile], { features: host })
    await ask()
    expect(features()).toMatchObject({ ...held, socials: ['x'], swaps: false })
    apply()
    // What is no setting of security follows the answer, also where it is switched on.
    expect(features()).toMatchObject({ ...held, socials: ['x'], branding: true, swaps: false })
    expect(alerts).toEqual([
      [
        'LOCAL_CONFIG_IGNORED',
        { ignored: ['swaps', 'branding'], off: ['swaps'], switchOn: expect.stringContaining('swap=on') },
      ],
    ])
  })

  test('nor does what was stored of it, before anything is asked', async () => {
    const store = createMemoryStorage()
    const before = await setUp([hostile], { store })
    await before.ask()
    const { url } = before.server
    await expect.poll(() => before.storage.readNow(lastGoodConfig)?.features.multiWallet).toBe(true)
    const next = await setUp([], { store, url, features: host })
    expect(next.features()).toMatchObject({ ...held, socials: ['x'] })
  })

  test('it may narrow: a requirement more, a way in less', async () => {
    const { ask, apply, features } = await setUp([answer('authentication', 'email_capture')], {
      features: { email: true, socials: true, multiWallet: true, authentication: false, emailCapture: false },
    })
    await ask()
    apply()
    expect(features()).toMatchObject({ authentication: true, emailCapture: true })
    expect(features()).toMatchObject({ email: false, socials: false, multiWallet: false })
  })

  test('a flag that the host leaves open follows it', async () => {
    const { ask, apply, features } = await setUp([hostile], { features: {} })
    await ask()
    apply()
    expect(features()).toMatchObject({
      authentication: false,
      emailCapture: false,
      multiWallet: true,
      email: true,
      socials: ['x', 'apple', 'github'],
    })
  })

  test('a host with a login of its own gets nothing else from it than flags', async () => {
    const widest = {
      features: [{ id: 'branding', isEnabled: true, config: null }],
      endpoints: { api: 'https://evil.example', frame: 'https://evil.example', relay: 'wss://evil.example' },
      directoryKeys: ['e'.repeat(43)],
      includeWalletIds: ['evil'],
      excludeWalletIds: ['metamask'],
      featuredWalletIds: ['evil'],
      restrictedTimezones: [],
      networks: [],
      siwx: null,
      projectId: 'evil',
    }
    const lists = { includeWalletIds: ['metamask'], restrictedTimezones: ['Asia/Pyongyang'] }
    const { ask, apply, features, config } = await setUp([{ body: widest }], lists)
    const before = structuredClone(config)
    await ask()
    apply()
    expect(config).toEqual(before)
    expect(Object.isFrozen(config)).toBe(true)
    expect(Object.keys(features()).sort()).toEqual([...remoteFlags].sort())
    expect(JSON.stringify(features())).not.toContain('evil')
  })
})

test('no source: no request and no warning', async () => {
  const { ask, apply, features, server, alerts } = await setUp([answer('swap')], {
    source: false,
    features: { branding: true },
  })
  await ask()
  apply()
  expect(features()).toEqual({ branding: true })
  expect([server.heard, alerts]).toEqual([[], []])
})

test('basic mode sends no request', async () => {
  const { ask, apply, features, server } = await setUp([answer('swap')], {
    basic: true,
    features: { branding: true },
  })
  await ask()
  apply()
  expect(features()).toMatchObject({ swaps: false, branding: false })
  expect(server.heard).toEqual([])
})

describe('T111 where the host knows its services’ keys', () => {
  const key = createSigningKey()
  const stranger = createSigningKey()
  const offline = createSigningKey()
  const day = 86_400_000
  const issued = Math.floor(Date.now() / day) * day
  const local = { branding: true } as const

  const flags = (...on: readonly string[]) => on.map(id => ({ id, isEnabled: true, config: null }))
  const signed = (members: Partial<ProjectConfigHead> = {}, by: SigningKey = key, on = flags('swap')) =>
    signConfig(on, by, { projectId: 'p1', issued, ...members })
  const keys = { directoryKeys: [key.public], features: local }

  test('an answer that they signed counts', async () => {
    const body = await signed()
    const { ask, apply, features } = await setUp([{ body }], keys)
    await ask()
    apply()
    expect(features()).toMatchObject({ swaps: true, branding: false })
  })

  test('a signed answer wins over each of the host’s own, also where it loosens them', async () => {
    const body = await signed({}, key, flags('multi_wallet', 'social_login'))
    const store = createMemoryStorage()
    const host = { authentication: true, emailCapture: true, multiWallet: false, email: false } as const
    const first = await setUp([{ body }], { ...keys, features: host, store })
    await first.ask()
    first.apply()
    const loosened = { authentication: false, emailCapture: false, multiWallet: true, email: true }
    expect(first.features()).toMatchObject(loosened)
    await expect.poll(() => first.storage.readNow(lastGoodConfig)?.isVouched).toBe(true)
    const { url } = first.server
    expect((await setUp([], { ...keys, features: host, store, url })).features()).toMatchObject(loosened)
  })

  test('also by a key that the offline key vouches for; what later releases add is dropped', async () => {
    const certificate = certify(key, offline, Date.now() + day)
    const { features: rows, head } = await signed({}, key, flags('swap', 'teleport'))
    const later = rows.map(row => ({ ...row, since: 9.5 }))
    const body = { features: later, head: { ...head, certificate }, more: true }
    const { ask, apply, features } = await setUp([{ body }], { ...keys, directoryKeys: [offline.public] })
    await ask()
    apply()
    expect(features()).toMatchObject({ swaps: true })
  })

  test.each<[string, string, () => Promise<unknown>]>([
    ['unsigned', 'unsigned', async () => ({ features: flags('swap') })],
    [
      'with other flags than were signed',
      'unsigned',
      async () => ({ ...(await signed()), features: flags('onramp') }),
    ],
    [
      'with a flag more',
      'unsigned',
      async () => ({ ...(await signed()), features: flags('swap', 'onramp') }),
    ],
    ['of another project', 'unsigned', () => signed({ projectId: 'p2' })],
    [
      'renamed to this project',
      'bad signature',
      async () => {
        const { features, head } = await signed({ projectId: 'p2' })
        return { features, head: { ...head, projectId: 'p1' } }
      },
    ],
    ['signed by a stranger', 'unknown key', () => signed({}, stranger)],
    ['signed by a stranger in the key’s name', 'bad signature', () => signed({ key: key.public }, stranger)],
    ['expired', 'expired', () => signed({ issued: issued - 9 * day, expires: issued - day })],
    ['that lives too long', 'expired', () => signed({ expires: issued + 15 * day })],
    ['of a time to come', 'not yet valid', () => signed({ issued: issued + 5 * day })],
  ])('F23 an answer %s is one that did not come: %s', async (_title, reason, make) => {
    const { ask, apply, features, alerts, storage } = await setUp(
      [{ body: await make() }, { body: await make() }, { body: await signed() }],
      keys,
    )
    await expect(ask()).rejects.toMatchObject({ code: 'APKT003' })
    await expect(ask()).rejects.toMatchObject({ code: 'APKT003' })
    apply()
    expect(features()).toEqual(local)
    expect(storage.readNow(lastGoodConfig)).toBeUndefined()
    expect(alerts).toEqual([['APKT003', { reason, of: 'remote configuration' }]])
    await ask()
    apply()
    expect(features()).toMatchObject({ swaps: true })
  })

  test('F23 an older answer than was seen before is refused on the next page too, and the last good one holds', async () => {
    const store = createMemoryStorage()
    const first = await setUp([{ body: await signed({ version: 8 }) }], { ...keys, store })
    const { url } = first.server
    await first.ask()
    await expect.poll(() => first.storage.readNow(lastGoodConfig)?.features.swaps).toBe(true)
    const old = await signed({ version: 7 }, key, flags('onramp'))
    const second = await setUp([], { ...keys, store, url })
    // The last good answer holds at once.
    expect(second.features()).toMatchObject({ swaps: true, onramp: false })
    const third = await setUp([{ body: old }, { body: await signed({ version: 8 }, key, flags('onramp')) }], {
      ...keys,
      store,
    })
    await expect(third.ask()).rejects.toMatchObject({ context: { reason: 'older' } })
    await third.ask()
    third.apply()
    expect(third.features()).toMatchObject({ onramp: true })
  })

  test('an answer stored before there were keys is not believed', async () => {
    const store = createMemoryStorage()
    const before = await setUp([answer('swap')], { store })
    await before.ask()
    const { url } = before.server
    await expect.poll(() => before.storage.readNow(lastGoodConfig)?.features.swaps).toBe(true)
    expect((await setUp([], { store, url })).features()).toMatchObject({ swaps: true })
    expect((await setUp([], { ...keys, store, url })).features()).toEqual(local)
  })

  test('the development key vouches for the development project alone', async () => {
    const { ask } = await setUp([answer('swap')], { projectId: 'latchkey-dev' })
    await expect(ask()).rejects.toMatchObject({ context: { reason: 'unsigned' } })
  })
})
