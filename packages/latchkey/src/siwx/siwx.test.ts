import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CaipNetworkId } from '../contract/caip.ts'
import type { SiweConfig, SiweSession } from '../contract/siweConfig.ts'
import { createVisitor } from '../server/conformance/createVisitor.ts'
import { createSignIn } from '../server/createSignIn.ts'
import { createBackendSiwx } from './createBackendSiwx.ts'
import { siwxFromSiweConfig } from './siwxFromSiweConfig.ts'

const origin = 'https://shop.example'
beforeEach(() => {
  vi.stubGlobal('location', new URL(`${origin}/basket`))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function start() {
  const signIn = createSignIn({
    secret: 'a-secret-of-more-than-thirty-two-characters',
    origins: [origin],
    chains: { 'eip155:1': [], 'eip155:10': [] },
    statement: 'Sign in to the shop.',
  })
  const visitor = createVisitor({ origin, url: `${origin}/auth`, ask: request => signIn.handle(request) })
  const siwx = createBackendSiwx({
    url: '/auth/',
    // A browser keeps the cookies, and names the page.
    fetch: async (input, init) =>
      visitor.call(
        init?.method ?? 'GET',
        String(input).replace('/auth/', ''),
        init?.body ? JSON.parse(String(init.body)) : undefined,
      ),
  })
  const signInAs = async (chainId: CaipNetworkId) => {
    const message = await siwx.createMessage({ accountAddress: visitor.address, chainId })
    const { toString: _, ...data } = message
    await siwx.addSession({ data, message: `${message}`, signature: await visitor.sign(`${message}`) })
    return data
  }
  return { siwx, visitor, signInAs, signIn }
}

describe('createBackendSiwx, with the server it is for', () => {
  test('writes what the server takes, and knows the session by the server’s word', async () => {
    const { siwx, visitor, signInAs, signIn } = start()
    expect(siwx.getRequired?.()).toBe(true)
    expect(await siwx.getSessions('eip155:1', visitor.address)).toEqual([])
    const data = await signInAs('eip155:1')
    expect(data).toMatchObject({ domain: 'shop.example', uri: origin, statement: 'Sign in to the shop.' })
    const [session] = await siwx.getSessions('eip155:1', visitor.address.toLowerCase())
    expect(session?.data).toMatchObject({ accountAddress: visitor.address, chainId: 'eip155:1' })
    expect(await siwx.getSessions('eip155:10', visitor.address)).toEqual([])
    expect(await signIn.getSession({ headers: { cookie: visitor.cookieHeader() } })).toBeDefined()
  })

  test('T36 ends one, keeps others, ends all', async () => {
    const { siwx, visitor, signInAs } = start()
    const chains = ['eip155:1', 'eip155:10'] as const
    const held = async () =>
      (await Promise.all(chains.map(each => siwx.getSessions(each, visitor.address)))).map(
        ({ length }) => length,
      )
    const [first] = [await signInAs('eip155:1'), await signInAs('eip155:10')]
    expect(await held()).toEqual([1, 1])
    await siwx.setSessions([{ data: first, message: '', signature: '' }])
    expect(await held()).toEqual([1, 0])
    await signInAs('eip155:10')
    await siwx.revokeSession('eip155:1', visitor.address)
    expect(await held()).toEqual([0, 1])
    await siwx.setSessions([])
    expect(await held()).toEqual([0, 0])
  })

  test('T23 two texts that are asked for at once, by a visitor without cookies, are both good', async () => {
    const { siwx, visitor } = start()
    const input = { accountAddress: visitor.address, chainId: 'eip155:1' } as const
    for (const data of await Promise.all([siwx.createMessage(input), siwx.createMessage(input)])) {
      const signature = await visitor.sign(`${data}`)
      await siwx.addSession({ data, message: `${data}`, signature })
    }
    expect(await siwx.getSessions('eip155:1', visitor.address)).toHaveLength(1)
  })

  test('rejects a statement with invalid characters on creation, not at the first signature', () => {
    for (const statement of ['Grüße', 'two\nlines', ''])
      expect(() => createBackendSiwx({ url: '/auth', statement })).toThrow('Invalid configuration: statement')
  })

  test('a message that cannot be fetched does not block the next one', async () => {
    const answers = [() => Promise.reject(new TypeError('no network')), async () => Response.json(nonce)]
    const nonce = { nonce: 'n'.repeat(32), issuedAt: '2026-11-21T09:00:00.000Z' }
    const siwx = createBackendSiwx({ url: '/auth', fetch: () => answers.shift()?.() as Promise<Response> })
    const input = { accountAddress: `0x${'a'.repeat(40)}`, chainId: 'eip155:1' } as const
    const [lost, had] = await Promise.allSettled([siwx.createMessage(input), siwx.createMessage(input)])
    expect([lost.status, had.status]).toEqual(['rejected', 'fulfilled'])
  })

  test('a refusal and a silence are errors with their status', async () => {
    const { siwx, visitor } = start()
    const message = await siwx.createMessage({ accountAddress: visitor.address, chainId: 'eip155:1' })
    const session = { data: message, message: `${message}`, signature: '0x' }
    await expect(siwx.addSession(session)).rejects.toMatchObject({
      code: 'HTTP_STATUS',
      context: { status: 401 },
    })
    const bodies: unknown[] = []
    const own = createBackendSiwx({
      url: '/auth',
      fetch: async (_url, init) => {
        bodies.push(JSON.parse(String(init?.body)))
        return Response.json({})
      },
    })
    await own.addSession({ ...session, emailProof: 'proof' })
    await own.addSession(session)
    const { message: text, signature } = session
    const { chainId } = session.data
    expect(bodies).toEqual([
      { message: text, signature, chainId, emailProof: 'proof' },
      { message: text, signature, chainId },
    ])
    const away = createBackendSiwx({ url: '/auth', fetch: () => Promise.reject(new TypeError('no network')) })
    await expect(away.addSession(session)).rejects.toMatchObject({
      code: 'HTTP_STATUS',
      context: { status: 0 },
    })
    const odd = createBackendSiwx({
      url: '/auth',
      required: false,
      fetch: async () => new Response('<html>'),
    })
    await expect(odd.getSessions('eip155:1', '0x')).rejects.toMatchObject({ code: 'HTTP_STATUS' })
    expect(odd.getRequired?.()).toBe(false)
    const wrong = createBackendSiwx({
      url: '/auth',
      fetch: async () => Response.json({ sessions: [null, 1, {}] }),
    })
    expect(await wrong.getSessions('eip155:1', '0x')).toEqual([])
    await expect(wrong.createMessage({ accountAddress: '0x', chainId: 'eip155:1' })).rejects.toMatchObject({
      code: 'HTTP_STATUS',
    })
  })
})

describe('siwxFromSiweConfig', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  function config(changed: Partial<SiweConfig> = {}) {
    const calls: string[] = []
    let session: SiweSession | null = null
    const made: SiweConfig = {
      getNonce: async () => 'nonce-of-the-host',
      createMessage: ({ address, chainId, nonce, statement }) =>
        `${address} ${chainId} ${nonce} ${statement}`,
      verifyMessage: async ({ signature }) => {
        if (signature !== '0xright') return false
        session = { address, chainId: 1 }
        return true
      },
      getSession: async () => session,
      signOut: async () => {
        session = null
        return true
      },
      getMessageParams: async () => ({ statement: 'Hello.' }),
      onSignIn: session => calls.push(`in ${session?.chainId}`),
      onSignOut: () => calls.push('out'),
      ...changed,
    }
    return { siwx: siwxFromSiweConfig(made), calls }
  }
  const sign = async (siwx: ReturnType<typeof config>['siwx'], signature = '0xright') => {
    const message = await siwx.createMessage({ accountAddress: address, chainId: 'eip155:1' })
    await siwx.addSession({ data: message, message: `${message}`, signature })
    return `${message}`
  }

  test('each function is asked for what it is for', async () => {
    const { siwx, calls } = config()
    expect(await sign(siwx)).toBe(`${address} 1 nonce-of-the-host Hello.`)
    expect(await siwx.getSessions('eip155:1', address.toLowerCase())).toHaveLength(1)
    await siwx.revokeSession('eip155:1', address)
    expect(await siwx.getSessions('eip155:1', address)).toEqual([])
    expect(calls).toEqual(['in 1', 'out'])
    expect([siwx.signOutOnDisconnect, siwx.getRequired?.()]).toEqual([true, true])
  })

  test('a signature that the host refuses starts no session', async () => {
    const { siwx, calls } = config({ required: false, signOutOnDisconnect: false })
    await expect(sign(siwx, '0xwrong')).rejects.toMatchObject({ code: 'SIGN_FAILED' })
    expect(calls).toEqual([])
    expect([siwx.signOutOnDisconnect, siwx.getRequired?.()]).toEqual([false, false])
  })

  test('T35 another account or network ends the session, unless it is to go on', async () => {
    const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    const cases = [
      [{}, 'eip155:10', address, 0],
      [{}, 'eip155:1', other, 0],
      [{ signOutOnNetworkChange: false }, 'eip155:10', address, 1],
      [{ signOutOnNetworkChange: false }, 'eip155:10', other, 0],
      [{ signOutOnAccountChange: false }, 'eip155:1', other, 1],
    ] as const
    for (const [flags, chainId, who, left] of cases) {
      const { siwx, calls } = config(flags)
      await sign(siwx)
      expect(await siwx.getSessions(chainId, who)).toHaveLength(left)
      expect(calls).toEqual(left === 0 ? ['in 1', 'out'] : ['in 1'])
    }
  })

  test('F35 the text is of now, also on a machine that slept since the page was loaded', async () => {
    // Where a page's own clock stands still while the machine sleeps, only the time of day goes on.
    vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + 8 * 3_600_000 })
    try {
      const { siwx } = config({ createMessage: ({ issuedAt, iat }) => `${issuedAt} ${iat}` })
      const now = new Date().toISOString()
      const message = await siwx.createMessage({ accountAddress: address, chainId: 'eip155:1' })
      expect([`${message}`, message.issuedAt]).toEqual([`${now} ${now}`, now])
    } finally {
      vi.useRealTimers()
    }
  })

  test('other namespaces have no such text', async () => {
    const { siwx } = config()
    await sign(siwx)
    const solana = { accountAddress: 'x', chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' } as const
    await expect(siwx.createMessage(solana)).rejects.toMatchObject({ code: 'CHAIN_UNSUPPORTED' })
    expect(await siwx.getSessions(solana.chainId, 'x')).toEqual([])
    expect(await siwx.getSessions('eip155:1', address)).toHaveLength(1)
  })
})
