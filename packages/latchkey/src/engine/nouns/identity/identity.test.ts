import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { anyCharacter } from '../../../../../testing/src/fixtures/anyCharacter.ts'
import type { CaipAddress } from '../../../contract/caip.ts'
import { createApi } from '../../base/api.ts'
import { createMachine } from '../../base/machine.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import { connection, part } from '../../fixtures/connections.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { type Heard, type Reply, startLoopback } from '../../fixtures/startLoopback.ts'
import type { ConnectionsState } from '../connections/connectionsState.ts'
import { connectionsTransition } from '../connections/connectionsTransition.ts'
import { cleanName } from './cleanName.ts'
import { createIdentities } from './createIdentities.ts'
import { type Profiles, profilesTransition } from './profilesTransition.ts'

const caip10 = (chain: number, address = 'A') => `eip155:${chain}:0x${address}` as CaipAddress

describe('SPEC §7 a failure clears the name, and the image except on chain 1', () => {
  const known = { profileName: 'ada.eth', profileImage: 'blob:x' }
  test.each([
    ['chain 1', 1, { profileImage: 'blob:x' }],
    ['another chain', 10, {}],
    ['chain 11', 11, {}],
  ])('%s', (_title, chain, left) => {
    const address = caip10(chain)
    expect(profilesTransition({ [address]: known }, { type: 'failed', caip10: address })).toEqual({
      [address]: left,
    })
  })

  test('what says the same is the same state', () => {
    const state = { [caip10(1)]: known, [caip10(10)]: {} }
    expect(profilesTransition(state, { type: 'known', caip10: caip10(1), profile: { ...known } })).toBe(state)
    expect(profilesTransition(state, { type: 'failed', caip10: caip10(10) })).toBe(state)
  })
})

describe('T67 a name is text and no more', () => {
  test.each([
    ['as it is', 'ada.latch.eth', 'ada.latch.eth'],
    ['without what turns its direction', '\u202eada\u2066.eth', 'ada.eth'],
    ['without what is not seen', 'a\u200bd\u00ada\n\tx', 'ada x'],
    ['without marks that pile up', `Z${'\u0301'.repeat(500)}`, 'Z\u0301\u0301'],
    ['none, when nothing of it is seen', '\u200b\u2800', undefined],
    ['none, when it is empty', '', undefined],
    ['cut', 'x'.repeat(10_000), 'x'.repeat(64)],
  ])('%s', (_title, name, shown) => {
    expect(cleanName(name)).toBe(shown)
  })

  test('whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 600 }), name => {
        const shown = cleanName(name) ?? 'x'
        expect([...shown].length).toBeLessThanOrEqual(64)
        expect(shown).not.toMatch(/[\p{C}\p{DI}]/u)
      }),
    )
  })
})

const network = (id: number, more: object = {}) => ({
  chainNamespace: 'eip155',
  caipNetworkId: `eip155:${id}` as const,
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
  rpcUrls: { default: { http: [] } },
  ...more,
})

const png = { headers: { 'content-type': 'image/png' }, body: Buffer.from('89504e470d0a1a0a', 'hex') }

async function setUp(
  answers: { readonly identity?: (request: Heard) => Reply; readonly chains?: Reply; readonly image?: Reply },
  options: { readonly basic?: boolean; readonly api?: false } = {},
) {
  const server = await startLoopback(request => {
    if (request.url.startsWith('/v1/supported-chains')) {
      return answers.chains ?? { body: { http: ['eip155:1', 'eip155:10', 'eip155:5'], ws: [] } }
    }
    if (request.url.startsWith('/v1/image')) return answers.image ?? png
    return answers.identity?.(request) ?? { body: { name: 'ada.eth', avatar: null } }
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const clock = createFakeClock()
  const life = new AbortController()
  const config = {
    projectId: 'p1',
    networks: [network(1), network(10), network(5, { testnet: true }), network(99)],
    ...(options.api !== false && { endpoints: { api: server.url } }),
    ...(options.basic && { basic: true }),
  }
  const start: ConnectionsState = {
    connections: [],
    active: {},
    activeNamespace: 'eip155',
    chosen: {},
    status: {},
    unconfirmed: [],
    shelved: [],
  } as never
  const connections = createMachine(start, connectionsTransition)
  const profiles = createMachine<Profiles, Profiles>({}, (_, next) => next)
  const api = createApi({ config, clock, signal: life.signal })
  const storage = createKeyStore({ id: 'default', store: createMemoryStorage(), clock })
  const ctx = {
    clock,
    storage,
    connections,
    profiles,
    config,
    api: async () => api,
    signal: life.signal,
  }
  const identities = createIdentities(ctx)
  const connect = (address: string, chain = 1) =>
    connections.dispatch({
      type: 'connected',
      namespace: 'eip155',
      connection: connection('one', { eip155: part([address], `eip155:${chain}`) }),
    })
  const paths = () => server.heard.map(({ url }) => url.split('?')[0])
  return { server, identities, connect, profiles: () => profiles.getState(), paths, clock, life, ctx }
}

describe('a look-up', () => {
  test('asks by the address, with the sender, and shows the name', async () => {
    const { identities, connect, profiles, server } = await setUp({})
    connect('0xA')
    await identities.refresh('eip155')
    expect(profiles()).toEqual({ [caip10(1)]: { profileName: 'ada.eth' } })
    expect(server.heard[1]?.url).toBe('/v1/identity/0xA?sender=0xA&projectId=p1&st=latchkey&sv=0.0.0')
  })

  test('is good for 5 minutes, on every network of the account, and then asked again', async () => {
    const { identities, connect, profiles, paths, clock } = await setUp({})
    connect('0xA')
    await identities.refresh('eip155')
    connect('0xA', 10)
    clock.advance(299_999)
    await identities.refresh('eip155')
    expect(profiles()[caip10(10)]).toEqual({ profileName: 'ada.eth' })
    expect(paths()).toEqual(['/v1/supported-chains', '/v1/identity/0xA'])
    clock.advance(1)
    await identities.refresh('eip155')
    expect(paths()).toEqual(['/v1/supported-chains', '/v1/identity/0xA', '/v1/identity/0xA'])
  })

  test.each([
    ['a testnet', 5, {}, []],
    ['a network the host does not list', 77, {}, []],
    ['basic mode', 1, { basic: true }, []],
    ['no endpoint', 1, { api: false as const }, []],
    ['a network the services do not answer for', 99, {}, ['/v1/supported-chains']],
  ])('on %s is none', async (_title, chain, options, asked) => {
    const { identities, connect, profiles, paths } = await setUp({}, options)
    connect('0xA', chain)
    await identities.refresh('eip155')
    expect(profiles()).toEqual({})
    expect(paths()).toEqual(asked)
  })

  test('is dropped when it arrives late for an account that is no longer shown', async () => {
    const { identities, connect, profiles } = await setUp({
      identity: ({ url }) => {
        const isOld = url.includes('0xA')
        if (isOld) connect('0xB')
        return { body: { name: isOld ? 'old.eth' : 'new.eth', avatar: null } }
      },
    })
    connect('0xA')
    await identities.refresh('eip155')
    expect(profiles()).toEqual({})
    await identities.refresh('eip155')
    expect(profiles()).toEqual({ [caip10(1, 'B')]: { profileName: 'new.eth' } })
  })

  test.each<[string, object]>([
    ['of the identity', { identity: () => ({ status: 503 }) }],
    ['of the list of chains', { chains: { status: 503 } }],
    ['of form', { identity: () => ({ body: { name: 7 } }) }],
  ])('whose failure is one %s clears the name and throws nothing', async (_title, answers) => {
    const { identities, connect, profiles, ctx } = await setUp(answers)
    connect('0xA', 10)
    ctx.profiles.dispatch({ [caip10(10)]: { profileName: 'a', profileImage: 'blob:x' } })
    await identities.refresh('eip155')
    expect(profiles()).toEqual({ [caip10(10)]: {} })
  })

  test('after the end changes nothing', async () => {
    const { identities, connect, profiles, life } = await setUp({})
    connect('0xA')
    const asked = identities.refresh('eip155')
    life.abort()
    await asked
    expect(profiles()).toEqual({})
  })
})

describe('T69 a picture', () => {
  const avatar = 'https://evil.example/me.png?track=0xA'
  const withAvatar = { identity: () => ({ body: { name: 'ada.eth', avatar } }) }

  test('comes through the image call alone, as a blob of this page', async () => {
    const { identities, connect, profiles, paths, server } = await setUp(withAvatar)
    connect('0xA')
    await identities.refresh('eip155')
    expect(profiles()[caip10(1)]).toEqual({
      profileName: 'ada.eth',
      profileImage: expect.stringMatching(/^blob:/),
    })
    expect(paths()).toEqual(['/v1/supported-chains', '/v1/identity/0xA', '/v1/image'])
    expect(new URL(server.heard[2]?.url ?? '', server.url).searchParams.get('url')).toBe(avatar)
    await identities.refresh('eip155')
    expect(paths()).toHaveLength(3)
  })

  test.each<[string, Reply]>([
    ['is refused', { status: 404 }],
    ['is none', { headers: { 'content-type': 'text/html' }, body: '<script>' }],
    ['is too large', { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(1_000_001) }],
  ])('that %s leaves the name alone', async (_title, image) => {
    const { identities, connect, profiles } = await setUp({ ...withAvatar, image })
    connect('0xA')
    await identities.refresh('eip155')
    expect(profiles()).toEqual({ [caip10(1)]: { profileName: 'ada.eth' } })
  })

  test('is given back in the end', async () => {
    const { identities, connect, profiles } = await setUp(withAvatar)
    connect('0xA')
    await identities.refresh('eip155')
    const { profileImage: image = '' } = profiles()[caip10(1)] ?? {}
    expect((await fetch(image)).ok).toBe(true)
    identities.destroy()
    await Promise.resolve()
    await expect(fetch(image)).rejects.toThrow()
  })
})
