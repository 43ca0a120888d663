import { expect, onTestFinished, test } from 'vitest'
import type { Features } from '../../contract/options.ts'
import { createApi } from '../base/api.ts'
import { systemClock } from '../base/clock.ts'
import { resolveConfig } from '../base/config.ts'
import { createMachine } from '../base/machine.ts'
import { createMemoryStorage } from '../base/pageStorage.ts'
import { createKeyStore } from '../base/storage.ts'
import { type Reply, startLoopback } from '../fixtures/startLoopback.ts'
import { createRemoteConfig } from './createRemoteConfig.ts'
import { featuresOf } from './featuresOf.ts'
import { firstRemote, lastGoodConfig, type RemoteFeatures } from './remoteFeatures.ts'

const answer = (...on: readonly string[]): Reply => ({
  body: { features: on.map(id => ({ id, isEnabled: true, config: null })) },
})

async function setUp(
  replies: readonly Reply[],
  options: { readonly features?: Features; readonly basic?: boolean; readonly source?: false } = {},
) {
  const { source, ...rest } = options
  const server = await startLoopback((_, at) => replies[at] ?? { status: 503 })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const storage = createKeyStore({ id: 'default', store: createMemoryStorage(), clock: systemClock })
  const endpoints = source === false ? {} : { directory: server.url }
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
  }
  return { ...createRemoteConfig(ctx), server, alerts, storage, features: () => featuresOf(ctx) }
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
  expect(alerts).toEqual([['LOCAL_CONFIG_IGNORED', { ignored: ['onramp', 'branding'] }]])
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

test('basic mode asks nobody', async () => {
  const { ask, apply, features, server } = await setUp([answer('swap')], {
    basic: true,
    features: { branding: true },
  })
  await ask()
  apply()
  expect(features()).toMatchObject({ swaps: false, branding: false })
  expect(server.heard).toEqual([])
})
