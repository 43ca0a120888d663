import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CaipNetworkId } from '../../../contract/caip.ts'
import { walletRefusal } from '../../../contract/conformance/walletRefusal.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { RouteDefinition } from '../../../contract/route.ts'
import type { SiwxSession } from '../../../contract/siwx.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { createHostedSiwx, type HostedContext } from './createHostedSiwx.ts'
import type { KeyStore } from './createKeyStore.ts'
import { createPageKey } from './createPageKey.ts'

const chainId: CaipNetworkId = 'eip155:1'
const address = `0x${'a'.repeat(40)}`
const caip10 = `${chainId}:${address}`
const minute = 60_000

beforeEach(() => vi.stubGlobal('location', { host: 'shop.example', origin: 'https://shop.example' }))
afterEach(() => vi.unstubAllGlobals())

interface Call {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: { readonly data: { readonly chainId: CaipNetworkId } }
}

/** Services that know keys by their thumbprints, and one browser that keeps what it is given. */
function openWorld() {
  const clock = createFakeClock()
  const kept: { pair?: CryptoKeyPair } = {}
  const store: KeyStore = {
    read: async () => kept.pair,
    async write(pair) {
      kept.pair = pair
    },
    async clear() {
      delete kept.pair
    },
  }
  const world = {
    clock,
    kept,
    calls: [] as Call[],
    /** Sessions there, by their chains. */
    sessions: new Set<CaipNetworkId>(),
    tokens: 0,
    /** Those that count, with what they are for. */
    issued: new Map<string, CaipNetworkId>(),
    /** Milliseconds for which timers stood still. */
    slept: 0,
    sleep(time: number) {
      world.slept += time
    },
    state: 'up' as 'up' | 'down' | 'refuses once' | 'refuses',
  }
  const answer = (
    path: string,
    { token = '', chain }: { token?: string; chain?: CaipNetworkId },
  ): unknown => {
    const now = clock.now() + world.slept
    const at = new Date(now).toISOString()
    const expiresAt = new Date(now + 10 * minute).toISOString()
    if (path.endsWith('/nonce')) return { nonce: 'n'.repeat(22), issuedAt: at, expiresAt }
    if (path.endsWith('/session')) {
      const ended = world.issued.get(token)
      if (ended === undefined) throw createError('HTTP_STATUS', { context: { status: 401 } })
      return { ended: world.sessions.delete(ended) }
    }
    world.tokens += 1
    const issue = (of: CaipNetworkId) => {
      const made = `token ${world.tokens} of ${of}`
      world.issued.set(made, of)
      return { token: made, session: { address, chainId: of, email: null, issuedAt: at, expiresAt } }
    }
    if (chain === undefined) return { sessions: [...world.sessions].map(issue) }
    world.sessions.add(chain)
    return issue(chain)
  }
  const api = {
    async call({ path }: RouteDefinition, { headers = {}, body }: Sent) {
      world.calls.push({ path, headers })
      if (world.state === 'down') throw createError('HTTP_STATUS', { context: { status: 0 } })
      if (world.state !== 'up' && path.endsWith('/resume')) {
        if (world.state === 'refuses once') world.state = 'up'
        throw createError('HTTP_STATUS', { context: { status: 401 } })
      }
      const token = headers.Authorization?.slice('DPoP '.length)
      return answer(path, { ...(token && { token }), ...(body && { chain: body.data.chainId }) })
    },
  }
  /** A page that is loaded, until it goes; by a clock that may be off. */
  const load = (off = 0) => {
    const life = new AbortController()
    const lost: string[] = []
    const config = { id: 'shop', endpoints: { api: 'https://api.example' } }
    const random = { id: () => 'an id of its own' }
    const own = { ...clock, now: () => clock.now() + off + world.slept }
    const ctx = { config, clock: own, random, signal: life.signal, api: async () => api }
    const made = createPageKey(ctx as never, store)
    return {
      siwx: createHostedSiwx(
        ctx as unknown as HostedContext,
        () => made,
        each => lost.push(each),
      ),
      key: made,
      lost,
      leave: () => life.abort(),
    }
  }
  return { ...world, world, load, paths: () => world.calls.map(({ path }) => path.replace(/^.*\//, '')) }
}

async function signIn(
  siwx: ReturnType<typeof createHostedSiwx>,
  as: { readonly accountAddress?: string; readonly chainId?: CaipNetworkId } = {},
): Promise<void> {
  const data = await siwx.createMessage({ accountAddress: address, chainId, ...as })
  const session: SiwxSession = { data, message: data.toString(), signature: '0x11' }
  await siwx.addSession(session)
}

describe('hosted sessions', () => {
  test('a visitor who never signed in is not asked for, and leaves nothing', async () => {
    const { load, calls, kept } = openWorld()
    expect(await load().siwx.getSessions(chainId, address)).toEqual([])
    expect(calls).toEqual([])
    expect(kept.pair).toBeUndefined()
  })

  test('T32 a reload resumes with the non-extractable key alone', async () => {
    const { load, kept, paths, world } = openWorld()
    const before = load()
    await signIn(before.siwx)
    before.leave()
    expect(kept.pair?.privateKey.extractable).toBe(false)
    expect(Object.keys(kept)).toEqual(['pair'])

    const after = load()
    expect((await after.key).thumbprint).toBe((await before.key).thumbprint)
    const found = await after.siwx.getSessions(chainId, address)
    expect(found.map(({ data }) => [data.chainId, data.accountAddress])).toEqual([[chainId, address]])
    // What is shown for it is a proof by the key, and no token.
    const last = world.calls.at(-1)
    expect(Object.keys(last?.headers ?? {})).toEqual(['DPoP'])
    await after.siwx.getSessions('eip155:10', address)
    expect(paths()).toEqual(['nonce', 'verify', 'resume'])
  })

  test('F38 a clock that is off is set by the services’, once', async () => {
    const { load, paths, world } = openWorld()
    await signIn(load().siwx)
    world.state = 'refuses once'
    expect(await load().siwx.getSessions(chainId, address)).toHaveLength(1)
    expect(paths().slice(2)).toEqual(['resume', 'nonce', 'resume'])
    world.state = 'refuses'
    expect(await load().siwx.getSessions(chainId, address)).toEqual([])
  })

  test.each([2 * 1_440, -2 * 1_440])(
    'F38 by a clock that is %i minutes off a session is as long as the services say',
    async off => {
      const { load, clock, paths, world } = openWorld()
      const before = load()
      await signIn(before.siwx)
      before.leave()
      world.state = 'refuses once'
      const { siwx, lost } = load(off * minute)
      expect(await siwx.getSessions(chainId, address)).toHaveLength(1)
      const asked = paths().length
      clock.advance(7 * minute)
      expect(paths()).toHaveLength(asked)
      clock.advance(minute)
      await vi.waitFor(() => expect(paths()).toHaveLength(asked + 1))
      await vi.waitFor(() => expect(world.tokens).toBe(3))
      // Nothing renews the session any more.
      world.state = 'down'
      clock.advance(11 * minute)
      expect(await siwx.getSessions(chainId, address)).toEqual([])
      expect(lost).toEqual([])
    },
  )

  test('services that are down are an error, and asked again', async () => {
    const { load, world } = openWorld()
    await signIn(load().siwx)
    world.state = 'down'
    const { siwx } = load()
    await expect(siwx.getSessions(chainId, address)).rejects.toMatchObject({ code: 'HTTP_STATUS' })
    world.state = 'up'
    expect(await siwx.getSessions(chainId, address)).toHaveLength(1)
  })

  test('F20 a token is renewed ahead of its end, through a time without services', async () => {
    const { load, clock, paths, world } = openWorld()
    const { siwx, lost } = load()
    await signIn(siwx)
    const settle = () => vi.waitFor(() => expect(paths().at(-1)).toBe('resume'))
    clock.advance(8 * minute)
    await settle()
    await vi.waitFor(() => expect(world.tokens).toBe(2))
    const renewed = world.calls.length
    world.state = 'down'
    clock.advance(8 * minute)
    await vi.waitFor(() => expect(world.calls.length).toBe(renewed + 1))
    world.state = 'up'
    await vi.waitFor(() => {
      clock.advance(10_000)
      expect(world.tokens).toBe(3)
    })
    expect(lost).toEqual([])
    expect(await siwx.getSessions(chainId, address)).toHaveLength(1)
  })

  test('F35 a machine that slept wakes before its network: the session is taken up again as soon as there is one', async () => {
    const { load, clock, paths, world } = openWorld()
    const { siwx, lost } = load()
    await signIn(siwx)
    world.state = 'down'
    clock.advance(8 * 60 * minute)
    await vi.waitFor(() => expect(clock.delays).toEqual([10_000]))
    for (const delay of [20_000, 40_000, 80_000, 160_000, 300_000, 300_000]) {
      const [next = 0] = clock.delays
      clock.advance(next)
      await vi.waitFor(() => expect(clock.delays).toEqual([delay]))
    }
    world.state = 'up'
    clock.advance(300_000)
    await vi.waitFor(() => expect(world.tokens).toBe(2))
    await vi.waitFor(() => expect(clock.delays).toEqual([8 * minute]))
    expect([await siwx.getSessions(chainId, address), lost]).toMatchObject([[{ data: { chainId } }], []])

    // A caller asks sooner than the timers do.
    world.sleep(8 * 60 * minute)
    expect(await siwx.getSessions(chainId, address)).toHaveLength(1)
    expect(paths().at(-1)).toBe('resume')
  })

  test('T35 reports the end of a session that was ended elsewhere', async () => {
    const { load, clock, world } = openWorld()
    const { siwx, lost } = load()
    await signIn(siwx)
    world.sessions.clear()
    clock.advance(8 * minute)
    await vi.waitFor(() => expect(lost).toEqual([caip10]))
    expect(await siwx.getSessions(chainId, address)).toEqual([])
  })

  test('T27 an account is one, however the wallet spelled its address', async () => {
    const { load, clock, world } = openWorld()
    const { siwx, lost } = load()
    await signIn(siwx, { accountAddress: `0x${'A'.repeat(40)}` })
    expect(await siwx.getSessions(chainId, address)).toHaveLength(1)
    clock.advance(8 * minute)
    await vi.waitFor(() => expect(world.tokens).toBe(2))
    expect(await siwx.getSessions(chainId, address)).toHaveLength(1)
    await siwx.revokeSession(chainId, address)
    expect([await siwx.getSessions(chainId, address), lost]).toEqual([[], []])
  })

  test('T36 signed out, the browser keeps no key; a reload finds nothing', async () => {
    const { load, kept, paths } = openWorld()
    const { siwx } = load()
    await signIn(siwx)
    await siwx.revokeSession(chainId, address)
    expect(kept.pair).toBeUndefined()
    expect(paths().at(-1)).toBe('session')
    expect(await load().siwx.getSessions(chainId, address)).toEqual([])
  })

  describe('T36 signed out on one network, and not on another', () => {
    const other: CaipNetworkId = 'eip155:10'
    async function signInTwice() {
      const world = openWorld()
      const { siwx } = world.load()
      await signIn(siwx)
      await signIn(siwx, { chainId: other })
      return { ...world, siwx }
    }
    const found = async (siwx: ReturnType<typeof createHostedSiwx>) =>
      (await Promise.all([chainId, other].map(each => siwx.getSessions(each, address)))).map(
        ({ length }) => length,
      )

    test('a reload finds the other alone', async () => {
      const { siwx, load } = await signInTwice()
      await siwx.revokeSession(chainId, address)
      expect([await found(siwx), await found(load().siwx)]).toEqual([
        [0, 1],
        [0, 1],
      ])
    })

    test('also where the token had run out', async () => {
      const { siwx, load, world } = await signInTwice()
      world.issued.clear()
      await siwx.revokeSession(chainId, address)
      expect(await found(load().siwx)).toEqual([0, 1])
    })

    test('with services that are down it does not come back with the next page', async () => {
      const { siwx, load, world } = await signInTwice()
      world.state = 'down'
      await siwx.revokeSession(chainId, address)
      world.state = 'up'
      expect(await found(siwx)).toEqual([0, 1])
      expect((await found(load().siwx))[0]).toBe(0)
    })
  })

  test('T35 all end, also those of a page that was loaded anew and did not look for them', async () => {
    const { load, kept, paths } = openWorld()
    await signIn(load().siwx)
    const { siwx } = load()
    await siwx.setSessions([])
    expect(kept.pair).toBeUndefined()
    expect(paths().slice(2)).toEqual(['resume', 'session'])
    expect(await siwx.getSessions(chainId, address)).toEqual([])
    expect(await load().siwx.getSessions(chainId, address)).toEqual([])
  })

  test('T35 F20 with services that are down nothing is left to go on with', async () => {
    const { load, kept, world } = openWorld()
    await signIn(load().siwx)
    world.state = 'down'
    await load().siwx.setSessions([])
    expect(kept.pair).toBeUndefined()
    world.state = 'up'
    expect(await load().siwx.getSessions(chainId, address)).toEqual([])
  })

  test('writes a text that wallets show, which compare it with the page', async () => {
    const { load, clock } = openWorld()
    const { siwx } = load()
    const account = 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1'
    for (const chain of ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:own'] as const) {
      const text = `${await siwx.createMessage({ accountAddress: account, chainId: chain })}`
      const page = 'https://shop.example/basket'
      expect(walletRefusal(text, { page, address: account, now: clock.now() })).toBeUndefined()
    }
  })
})
