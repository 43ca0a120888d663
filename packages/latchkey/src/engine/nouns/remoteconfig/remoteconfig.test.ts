import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Features } from '../../../contract/options.ts'
import { featureIds, type ProjectConfig } from '../../../contract/projectConfig.ts'
import { resolveConfig } from '../../base/config.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { featuresOf } from './featuresOf.ts'
import {
  cleanFeatures,
  firstRemote,
  lastGoodConfig,
  type RemoteFeatures,
  remoteFlags,
} from './remoteFeatures.ts'
import { overridden, toRemoteFeatures, turnedOff } from './toRemoteFeatures.ts'

const off = Object.fromEntries(remoteFlags.map(flag => [flag, false]))
const row = (id: string, isEnabled = true, config: string[] | null = null) => ({ id, isEnabled, config })

const answers: readonly (readonly [title: string, rows: ProjectConfig['features'], on: RemoteFeatures])[] = [
  ['an empty answer: everything is off', [], {}],
  ['one flag', [row('branding')], { branding: true }],
  ['a flag that is off', [row('branding', false)], {}],
  [
    'every switch',
    featureIds.filter(id => id !== 'social_login').map(id => row(id)),
    {
      swaps: true,
      onramp: true,
      activity: true,
      branding: true,
      multiWallet: true,
      emailCapture: true,
      payWithExchange: true,
      payments: true,
      authentication: true,
    },
  ],
  ['login with email only', [row('social_login', true, ['email'])], { email: true, socials: [] }],
  [
    'login with providers, in our order, unknown ones dropped',
    [row('social_login', true, ['x', 'google', 'myspace'])],
    { socials: ['google', 'x'] },
  ],
  [
    'login without a list: all of it',
    [row('social_login')],
    { email: true, socials: ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'] },
  ],
  ['login that is off, whatever it lists', [row('social_login', false, ['email', 'x'])], { socials: [] }],
  ['two rows for one flag: the one that says off counts', [row('swap', false), row('swap')], {}],
  ['the same the other way round', [row('swap'), row('swap', false)], {}],
  ['flags of a later release', [row('teleport'), row('toString'), row('__proto__')], {}],
]

test.each(answers)('%s', (_title, features, on) => {
  expect(toRemoteFeatures({ features })).toEqual({ ...off, ...on })
})

test('T111 whatever an answer says, it sets the eleven flags and nothing else', () => {
  const anyRow = fc.record({
    id: fc.oneof(fc.constantFrom(...featureIds), fc.string(), fc.constantFrom('__proto__', 'constructor')),
    isEnabled: fc.boolean(),
    config: fc.option(fc.array(fc.string())),
  })
  fc.assert(
    fc.property(fc.array(anyRow), features => {
      const flags = toRemoteFeatures({ features })
      expect(Object.keys(flags)).toEqual([...remoteFlags])
      for (const [flag, value] of Object.entries(flags)) {
        expect(typeof value === 'boolean' || (flag === 'socials' && Array.isArray(value))).toBe(true)
      }
    }),
  )
})

test.each<[unknown]>([
  [
    {
      endpoints: { api: 'https://evil.example' },
      branding: true,
      enableWallets: false,
      restrictedTimezones: [],
    },
  ],
  [JSON.parse('{"__proto__":{"swaps":true},"branding":true}')],
  [{ branding: true, swaps: 1, payments: 'yes', onramp: ['x'], socials: 'google' }],
])('T111 a stored answer that was tampered with cannot widen: %j', given => {
  expect(cleanFeatures(given as never)).toEqual({ ...off, branding: true })
})

const narrowing: readonly (readonly [
  title: string,
  now: Features,
  answer: RemoteFeatures,
  at: RemoteFeatures,
])[] = [
  ['what is turned off is off at once', { branding: true }, { branding: false }, { branding: false }],
  ['what is turned on waits for the next opening', { branding: false }, { branding: true }, {}],
  ['what was not set waits too', {}, { swaps: true }, {}],
  ['what stays changes nothing', { swaps: true }, { swaps: true }, {}],
  ['some providers less', { socials: ['google', 'x'] }, { socials: ['x', 'github'] }, { socials: ['x'] }],
  ['all providers less', { socials: ['google'] }, { socials: [] }, { socials: false }],
  ['all of them until now, some from now on', { socials: true }, { socials: ['x'] }, { socials: ['x'] }],
  ['none until now', { socials: false }, { socials: ['x'] }, {}],
]

test.each(narrowing)('%s', (_title, now, answer, at) => {
  expect(turnedOff(now as RemoteFeatures, answer)).toEqual(at)
})

test('the host hears which of its own flags an answer overrides', () => {
  expect(overridden({ branding: false, swaps: true })).toEqual(['swaps', 'branding'])
  expect(overridden(undefined)).toEqual([])
})

const directory = 'https://services.example'
const day = 86_400_000

/** What the first picture is drawn from. */
async function first(
  options: { readonly features?: Features; readonly basic?: boolean; readonly directory?: string },
  stored?: { readonly source?: string; readonly age: number; readonly features: RemoteFeatures },
) {
  const { directory: url, ...rest } = options
  const clock = createFakeClock(1_700_000_000_000)
  const storage = createKeyStore({ id: 'default', store: createMemoryStorage(), clock })
  if (stored) {
    const { source = `p1 ${directory}`, features } = stored
    await storage.write(lastGoodConfig, { source, features })
    clock.advance(stored.age)
  }
  const config = resolveConfig({ projectId: 'p1', ...rest, ...(url && { endpoints: { directory: url } }) })
  const remote = firstRemote({ config, storage })
  return featuresOf({ config, remote: { getState: () => remote } as never })
}

test('SPEC §6: neither the host nor an answer switches on what a region restricts', () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const config = resolveConfig({
    projectId: 'p1',
    restrictedTimezones: [zone],
    features: { payWithExchange: true, activity: true },
  })
  const remote = { getState: () => ({ swaps: true, onramp: true }) } as never
  expect(featuresOf({ config, remote })).toEqual({
    swaps: false,
    onramp: false,
    payWithExchange: false,
    activity: true,
  })
})

const lastGood = { age: 0, features: cleanFeatures({ swaps: true }) }

test.each<[string, Parameters<typeof first>, Features]>([
  ['no source: the host’s own', [{ features: { branding: true } }], { branding: true }],
  [
    'no source: a last good answer is not looked at',
    [{ features: { branding: true } }, lastGood],
    { branding: true },
  ],
  [
    'a source that never answered: the host’s own',
    [{ directory, features: { swaps: true } }],
    { swaps: true },
  ],
  ['neither', [{ directory }], {}],
  [
    'F23 the last good answer before the host’s own',
    [{ directory, features: { branding: true, legalCheckbox: true } }, lastGood],
    { ...off, swaps: true, legalCheckbox: true },
  ],
  ['F23 for seven days', [{ directory }, { ...lastGood, age: 7 * day }], { ...off, swaps: true }],
  [
    'F23 and not longer',
    [
      { directory, features: { branding: true } },
      { ...lastGood, age: 7 * day + 1 },
    ],
    { branding: true },
  ],
  ['an answer of another source', [{ directory }, { ...lastGood, source: `p2 ${directory}` }], {}],
  [
    'basic mode: all off, the host’s own too',
    [{ directory, basic: true, features: { branding: true, send: true } }, lastGood],
    { ...off, send: true },
  ],
])('%s', async (_title, given, expected) => {
  expect(await first(...given)).toEqual(expected)
})
