import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createVisitor } from './conformance/createVisitor.ts'
import { createSignIn } from './createSignIn.ts'
import type { SignInOptions } from './signInOptions.ts'
import { createMemoryStore } from './signInStore.ts'

const secret = 'a-secret-of-more-than-thirty-two-characters'
const origin = 'https://shop.example'
const chains = { 'eip155:1': [], 'eip155:10': [], 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': [] } as const

function start(changed: Partial<SignInOptions> = {}, account = 0) {
  const refusals: string[] = []
  const signIn = createSignIn({
    secret,
    origins: [origin],
    chains,
    onRefusal: refusal => refusals.push(refusal),
    ...changed,
  })
  const visit = (page = origin, as = account) =>
    createVisitor({
      origin: page,
      url: `${origin}${signIn.basePath}`,
      ask: request => signIn.handle(request),
      account: as,
    })
  const session = (cookie: string) => signIn.getSession({ headers: { cookie } })
  return { signIn, refusals, visit, visitor: visit(), session }
}

test('a visitor signs in, is known, and signs out', async () => {
  const { signIn, visitor, session } = start({ statement: 'Sign in to the shop.' })
  expect(await (await visitor.call('GET', 'session')).json()).toEqual({ sessions: [] })
  const nonce = (await (await visitor.call('GET', 'nonce')).json()) as Record<string, string>
  expect(nonce.nonce).toMatch(/^[0-9a-f]{76}$/)
  expect(nonce.statement).toBe('Sign in to the shop.')
  expect(Date.parse(nonce.expiresAt ?? '') - Date.parse(nonce.issuedAt ?? '')).toBe(300_000)
  const response = await visitor.signIn()
  expect(response.status).toBe(200)
  const { session: mine } = (await response.json()) as { session: Record<string, string> }
  expect(mine).toMatchObject({ address: visitor.address, chainId: 'eip155:1', domain: 'shop.example' })
  expect(await (await visitor.call('GET', 'session')).json()).toEqual({ sessions: [mine] })
  expect((await session(visitor.cookieHeader()))?.address).toBe(visitor.address)
  // The same of a Request, and of Node's headers.
  const headers = { cookie: visitor.cookieHeader() }
  expect(await signIn.getSession(new Request(origin, { headers }))).toEqual(
    await signIn.getSession({ headers }),
  )
  expect(await (await visitor.call('POST', 'sign-out', {})).json()).toEqual({ sessions: [] })
  expect(await session(visitor.cookieHeader())).toBeUndefined()
})

test('S11h: signing out ends the session, and every copy of its cookie with it', async () => {
  const { visitor, visit, session } = start()
  await visitor.signIn()
  await visitor.signIn('eip155:10')
  const stolen = visitor.cookieHeader()
  expect((await session(stolen))?.chainId).toBe('eip155:10')
  await visitor.call('POST', 'sign-out', { address: visitor.address, chainId: 'eip155:10' })
  // That one alone.
  expect((await session(stolen))?.chainId).toBe('eip155:1')
  await visitor.call('POST', 'sign-out', {})
  expect(await session(stolen)).toBeUndefined()
  // Another browser's session of the same account goes on, and signing in again works.
  const other = visit()
  await other.signIn()
  expect((await session(other.cookieHeader()))?.address).toBe(visitor.address)
  await visitor.signIn()
  expect(await session(visitor.cookieHeader())).toBeDefined()
})

test('S11h: a store without mark and isMarked is refused', () => {
  const old = { put: async () => {}, take: async () => true } as unknown as NonNullable<
    SignInOptions['store']
  >
  expect(() => start({ store: old })).toThrow('store')
})

describe('T23 a nonce', () => {
  test('is used once when one message comes fifty times at once', async () => {
    const { visitor, refusals } = start()
    const message = await visitor.write()
    const body = { message, signature: await visitor.sign(message) }
    const all = await Promise.all(Array.from({ length: 50 }, () => visitor.call('POST', 'verify', body)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(all.filter(({ status }) => status === 401)).toHaveLength(49)
    expect(refusals).toEqual(Array.from({ length: 49 }, () => 'nonce'))
  })

  test('is used up by a wrong signature', async () => {
    const { visitor, visit } = start()
    const message = await visitor.write()
    const wrong = await visit(origin, 1).sign(message)
    expect((await visitor.call('POST', 'verify', { message, signature: wrong })).status).toBe(401)
    const right = await visitor.sign(message)
    expect((await visitor.call('POST', 'verify', { message, signature: right })).status).toBe(401)
  })

  test('is for the browser that asked', async () => {
    const { visitor, visit, refusals } = start()
    const message = await visitor.write()
    const body = { message, signature: await visitor.sign(message) }
    const thief = visit()
    expect((await thief.call('POST', 'verify', body)).status).toBe(401)
    await thief.call('GET', 'nonce')
    expect((await thief.call('POST', 'verify', body)).status).toBe(401)
    expect(refusals).toEqual(['nonce', 'nonce'])
    // The thief has not used it up.
    expect((await visitor.call('POST', 'verify', body)).status).toBe(200)
  })

  test('is refused when forged, and lasts five minutes', async () => {
    let at = Date.parse('2026-11-20T12:00:00Z')
    const { visitor } = start({ now: () => at })
    const invented = await visitor.write({ nonce: 'a'.repeat(32) })
    const body = async (message: string) => ({ message, signature: await visitor.sign(message) })
    expect((await visitor.call('POST', 'verify', await body(invented))).status).toBe(401)
    const late = await body(await visitor.write())
    const inTime = await body(await visitor.write())
    at += 299_999
    expect((await visitor.call('POST', 'verify', inTime)).status).toBe(200)
    at += 1
    expect((await visitor.call('POST', 'verify', late)).status).toBe(401)
  })

  test('in memory used ones are bounded: the oldest goes, and no ended session with it', async () => {
    const store = createMemoryStore(3, () => 9)
    expect(await store.mark('session a', 10)).toBe(true)
    for (const key of ['a', 'b', 'c', 'd']) expect(await store.mark(`nonce ${key}`, 10)).toBe(true)
    expect(await store.mark('nonce d', 10)).toBe(false)
    expect(await store.isMarked('nonce a', 9)).toBe(false)
    expect(await store.isMarked('nonce b', 9)).toBe(true)
    expect(await store.isMarked('session a', 9)).toBe(true)
    expect(await store.isMarked('session a', 10)).toBe(false)
  })

  test('in memory a mark whose time is over may be set again', async () => {
    let at = 9
    const store = createMemoryStore(3, () => at)
    expect(await store.mark('nonce a', 10)).toBe(true)
    expect(await store.mark('nonce a', 20)).toBe(false)
    at = 10
    expect(await store.mark('nonce a', 20)).toBe(true)
    expect(await store.isMarked('nonce a', 19)).toBe(true)
  })

  test('S11h: 100,000 requested by others evict none, and store nothing', async () => {
    const marked: string[] = []
    const store = createMemoryStore(10)
    const { visitor, visit } = start({
      store: {
        mark: (key, until) => {
          marked.push(key)
          return store.mark(key, until)
        },
        isMarked: store.isMarked,
      },
    })
    const message = await visitor.write()
    const body = { message, signature: await visitor.sign(message) }
    const stranger = visit(origin, 1)
    for (let n = 0; n < 1_000; n++) await stranger.call('GET', 'nonce')
    expect(marked).toEqual([])
    expect((await visitor.call('POST', 'verify', body)).status).toBe(200)
    expect(marked).toHaveLength(1)
    expect((await visitor.call('POST', 'verify', body)).status).toBe(401)
  })
})

test('T24 T26 outside all refusals are one, word for word; the log knows them apart', async () => {
  const { visitor, refusals, visit } = start({ origins: [origin, 'https://other.example'] })
  const signed = async (message: string) => ({ message, signature: await visitor.sign(message) })
  const bodies = [
    await signed(await visitor.write({ domain: 'evil.example' })),
    await signed(await visitor.write({ domain: 'other.example', uri: 'https://other.example/' })),
    await signed(await visitor.write({ uri: 'https://evil.example/' })),
    await signed(await visitor.write({ chainId: 'eip155:137' })),
    await signed(await visitor.write({ issuedAt: '2020-01-01T00:00:00Z' })),
    await signed(await visitor.write({ expirationTime: '2020-01-01T00:00:00Z' })),
    await signed(`${await visitor.write()}\n`),
    { ...(await signed(await visitor.write())), signature: '0x' },
    await signed(await visitor.write({ accountAddress: visit(origin, 1).address })),
  ]
  const answers = []
  for (const body of bodies) {
    const response = await visitor.call('POST', 'verify', body)
    answers.push(`${response.status} ${await response.text()}`)
  }
  expect([...new Set(answers)]).toEqual(['401 {"code":"SIGN_IN_INVALID","message":"Sign-in not accepted"}'])
  expect(refusals).toEqual([
    'domain',
    'domain',
    'uri',
    'chain',
    'too-old',
    'expired',
    'malformed',
    'signature',
    'signature',
  ])
})

describe('T32 cookies', () => {
  const cookiesOf = async (changed: Partial<SignInOptions>, page = origin) => {
    const { visit } = start(changed)
    const visitor = visit(page)
    const nonce = await visitor.call('GET', 'nonce')
    return [...nonce.headers.getSetCookie(), ...(await visitor.signIn()).headers.getSetCookie()]
  }

  test('no script reads them, no other host sets them, no body holds them', async () => {
    const [flow, session] = await cookiesOf({})
    expect(flow).toMatch(
      /^__Host-latchkey-flow=[0-9a-f]{32}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(session).toMatch(
      /^__Host-latchkey-session=[\w.-]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/,
    )
    const { visitor } = start()
    const text = await (await visitor.signIn()).text()
    for (const value of visitor.jar.values()) expect(text).not.toContain(value)
    expect(text).not.toMatch(/eyJ|[\w-]{20,}\.[\w-]{20,}/)
  })

  test('over http of this machine they are not Secure; of a domain and strict where the host says so', async () => {
    const [flow] = await cookiesOf({ origins: ['http://localhost:3000'] }, 'http://localhost:3000')
    expect(flow).toMatch(/^latchkey-flow=\w+; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/)
    const cookie = { name: 'shop', domain: 'shop.example', sameSite: 'strict' } as const
    const [own] = await cookiesOf({ cookie })
    expect(own).toMatch(/^__Secure-shop-flow=\w+; .*SameSite=Strict; Secure; Domain=shop.example$/)
  })

  test('forbid caches to store an answer', async () => {
    const { visitor } = start()
    expect((await visitor.call('GET', 'nonce')).headers.get('cache-control')).toBe('no-store')
  })
})

describe('T33 T34 who says it without the secret', () => {
  const part = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
  const session = [['0x0000000000000000000000000000000000000001', 'eip155:1', 'shop.example', 0, 9e15]]

  test('25 tokens, none of them ours', async () => {
    const { visitor, signIn, session: read } = start()
    await visitor.signIn()
    const name = '__Host-latchkey-session'
    const real = visitor.jar.get(name) ?? ''
    const [version, kid, value, mac] = real.split('.') as [string, string, string, string]
    const hmac = (key: string, text: string, algorithm = 'sha256') =>
      createHmac(algorithm, key).update(text).digest('base64url')
    const claims = { sub: visitor.address, iss: origin, aud: origin, exp: 9e9 }
    const jwt = (header: object, key = '') => {
      const text = `${part(header)}.${part(claims)}`
      return `${text}.${key === '' ? '' : hmac(key, text)}`
    }
    const own = `1.${kid}.${part(session)}`
    const tokens = [
      '',
      '.',
      '...',
      '1',
      real.slice(0, -1),
      `${real}A`,
      `${real}.`,
      real.toUpperCase(),
      ` ${real.slice(1)}`,
      `${version}.${kid}.${part(session)}.${mac}`,
      `${version}.${kid}.${value}.`,
      `${version}.${kid}.${value}`,
      `2.${kid}.${value}.${mac}`,
      `${version}.AAAAAAAA.${value}.${mac}`,
      `${version}..${value}.${mac}`,
      `${version}.__proto__.${value}.${mac}`,
      `${own}.${hmac('', own)}`,
      `${own}.${hmac(kid, own)}`,
      `${own}.${hmac(secret, own)}`,
      `${own}.${hmac(secret, own, 'sha512')}`,
      jwt({ alg: 'none', typ: 'JWT' }),
      jwt({ alg: 'HS256', typ: 'JWT', kid }, secret),
      jwt({ alg: 'RS256', jku: 'https://evil.example/keys', kid }, secret),
      jwt({ alg: 'HS256', jwk: { kty: 'oct', k: part(secret) } }, secret),
      'x'.repeat(100_000),
    ]
    expect(tokens).toHaveLength(25)
    const spare = createSignIn({
      secret: 'another-secret-of-thirty-two-characters',
      origins: [origin],
      chains,
    })
    expect((await read(`${name}=${real}`))?.address).toBe(visitor.address)
    expect(await spare.getSession({ headers: { cookie: `${name}=${real}` } })).toBeUndefined()
    for (const token of tokens) {
      expect(
        await signIn.getSession({ headers: { cookie: `${name}=${token}` } }),
        token.slice(0, 60),
      ).toBeUndefined()
    }
  })

  test('a session that a page has made up is 401 on a host’s own route', async () => {
    const { signIn, visitor } = start()
    const route = async (request: Request) =>
      (await signIn.getSession(request)) ? new Response('secret') : new Response(null, { status: 401 })
    const ask = async (cookie: string) =>
      (await route(new Request(`${origin}/orders`, { headers: { cookie } }))).status
    const made = JSON.stringify({ address: visitor.address, chainId: 'eip155:1' })
    for (const cookie of [
      '',
      `session=${made}`,
      `latchkey-session=${part(session)}`,
      `__Host-latchkey-session=${part(session)}`,
    ]) {
      expect(await ask(cookie)).toBe(401)
    }
    await visitor.signIn()
    expect(await ask(visitor.cookieHeader())).toBe(200)
  })

  test('is refused with the token of another site, of an ended chain, or expired', async () => {
    let at = Date.now()
    const { visitor, signIn } = start({ now: () => at, sessionSeconds: 60 })
    await visitor.signIn()
    const headers = { cookie: visitor.cookieHeader() }
    const others = [{ origins: ['https://blog.example'] }, { chains: { 'eip155:10': [] } }]
    for (const changed of others) {
      const other = createSignIn({ secret, origins: [origin], chains, ...changed })
      expect(await other.getSession({ headers })).toBeUndefined()
    }
    at += 59_999
    expect(await signIn.getSession({ headers })).toBeDefined()
    at += 1
    expect(await signIn.getSession({ headers })).toBeUndefined()
  })

  test('a session ends with the text that was signed, when that ends sooner', async () => {
    let at = Date.parse('2026-11-20T12:00:00Z')
    const { visitor, session } = start({ now: () => at })
    const message = await visitor.write({ expirationTime: '2026-11-20T12:30:00.000Z' })
    const response = await visitor.call('POST', 'verify', { message, signature: await visitor.sign(message) })
    expect(await response.json()).toMatchObject({ session: { expiresAt: '2026-11-20T12:30:00.000Z' } })
    expect(response.headers.getSetCookie()[0]).toContain('; Max-Age=1800;')
    const cookie = visitor.cookieHeader()
    at += 1_800_000
    expect(await session(cookie)).toBeUndefined()
  })

  test('a new secret is put first; the old one opens what it sealed', async () => {
    const { visitor } = start()
    await visitor.signIn()
    const headers = { cookie: visitor.cookieHeader() }
    const next = 'the-next-secret-of-thirty-two-characters!'
    const both = createSignIn({ secret: [next, secret], origins: [origin], chains })
    expect(await both.getSession({ headers })).toBeDefined()
    const only = createSignIn({ secret: next, origins: [origin], chains })
    expect(await only.getSession({ headers })).toBeUndefined()
  })
})

test('T36 ends exactly the named one of three sessions', async () => {
  const { signIn, visitor, visit } = start()
  const second = visit(origin, 1)
  await visitor.signIn('eip155:1')
  await visitor.signIn('eip155:10')
  // The same browser with another account.
  for (const [name, value] of visitor.jar) second.jar.set(name, value)
  await second.signIn('eip155:1')
  const pairs = async (cookie: string) =>
    (await signIn.getSessions({ headers: { cookie } })).map(each => `${each.address} ${each.chainId}`)
  expect(await pairs(second.cookieHeader())).toEqual([
    `${second.address} eip155:1`,
    `${visitor.address} eip155:10`,
    `${visitor.address} eip155:1`,
  ])
  const gone = { address: visitor.address.toLowerCase(), chainId: 'eip155:1' }
  await second.call('POST', 'sign-out', gone)
  expect(await pairs(second.cookieHeader())).toEqual([
    `${second.address} eip155:1`,
    `${visitor.address} eip155:10`,
  ])
  await second.call('POST', 'sign-out', gone)
  expect(await pairs(second.cookieHeader())).toHaveLength(2)
  const pair = { address: visitor.address, chainId: 'eip155:10' } as const
  expect((await signIn.getSession({ headers: { cookie: second.cookieHeader() } }, pair))?.chainId).toBe(
    'eip155:10',
  )
  expect(
    await signIn.getSession({ headers: { cookie: second.cookieHeader() } }, { ...pair, chainId: 'eip155:1' }),
  ).toBeUndefined()
})

test('a cookie holds sixteen sessions: the first ones go', async () => {
  const many = Object.fromEntries(Array.from({ length: 18 }, (_, at) => [`eip155:${at + 1}`, []]))
  const { signIn, visitor } = start({ chains: many })
  for (let at = 1; at <= 18; at++) await visitor.signIn(`eip155:${at}`)
  expect(visitor.cookieHeader().length).toBeLessThan(4_096)
  const sessions = await signIn.getSessions({ headers: { cookie: visitor.cookieHeader() } })
  expect(sessions.map(each => each.chainId)).toEqual(
    Array.from({ length: 16 }, (_, at) => `eip155:${18 - at}`),
  )
})

describe('other sites', () => {
  test('a page of another site asks for nothing in a visitor’s name', async () => {
    const { visitor, signIn } = start()
    await visitor.signIn()
    const body = JSON.stringify({})
    const post = (headers: Record<string, string>) =>
      signIn.handle(
        new Request(`${origin}/auth/sign-out`, {
          method: 'POST',
          body,
          headers: { cookie: visitor.cookieHeader(), ...headers },
        }),
      )
    const type = { 'content-type': 'application/json' }
    for (const headers of [
      type,
      { ...type, origin: 'https://evil.example' },
      { ...type, origin: 'null' },
      { ...type, origin: 'https://shop.example.evil.example' },
    ]) {
      const response = await post(headers)
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(response.headers.getSetCookie()).toEqual([])
    }
    expect((await post({ origin, 'content-type': 'text/plain' })).status).toBe(400)
    expect((await visitor.call('GET', 'nonce', undefined, { origin: 'https://evil.example' })).status).toBe(
      403,
    )
    expect((await post({ ...type, origin })).status).toBe(200)
  })

  test('a listed page on another host may ask with its cookies', async () => {
    const { signIn, visitor } = start()
    const preflight = await signIn.handle(
      new Request(`${origin}/auth/verify`, { method: 'OPTIONS', headers: { origin } }),
    )
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin])
    const response = await visitor.call('GET', 'session', undefined, { origin })
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    expect(response.headers.get('vary')).toBe('Origin, Cookie')
  })
})

test('refuses bodies that are malformed or too long, and paths that are unknown', async () => {
  const { visitor, signIn } = start()
  const post = async (body: string, path = 'verify') =>
    (
      await signIn.handle(
        new Request(`${origin}/auth/${path}`, {
          method: 'POST',
          body,
          headers: { origin, 'content-type': 'application/json' },
        }),
      )
    ).status
  expect(await post('')).toBe(400)
  expect(await post('{')).toBe(400)
  expect(await post('[]')).toBe(400)
  expect(await post('{"message":1,"signature":"0x"}')).toBe(400)
  expect(await post(JSON.stringify({ message: 'x'.repeat(10_001), signature: '0x' }))).toBe(400)
  expect(await post(' '.repeat(70_000))).toBe(413)
  expect(await post('{"address":"0x1"}', 'sign-out')).toBe(400)
  expect(await post('{}', 'elsewhere')).toBe(404)
  for (const path of ['', 'verify', 'constructor', '../auth/x', 'nonce/'])
    expect((await visitor.call('GET', path)).status).toBe(404)
})

test.each([
  ['secret', { secret: 'short' }],
  ['secret', { secret: [] }],
  ['secret', { secret: [secret, 'short'] }],
  ['origins', { origins: [] }],
  ['origins', { origins: ['shop.example'] }],
  ['origins', { origins: ['https://shop.example/'] }],
  ['chains', { chains: {} }],
  ['chains', { chains: { mainnet: [] } as never }],
  ['basePath', { basePath: 'auth' }],
  ['basePath', { basePath: '/auth/' }],
  ['statement', { statement: 'Grüße' }],
  ['sessionSeconds', { sessionSeconds: 0 }],
  ['sessionSeconds', { sessionSeconds: Number.POSITIVE_INFINITY }],
  ['quorum', { quorum: Number.NaN }],
  ['quorum', { quorum: 2, chains: { 'eip155:1': 'https://rpc.example' } }],
])('an invalid %s throws at once', (option, changed) => {
  expect(() => start(changed)).toThrow(`Invalid configuration: ${option}`)
})
