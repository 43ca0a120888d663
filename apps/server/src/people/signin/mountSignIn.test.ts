import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { postSignIn, postSignInResume } from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { answerWith, type FakeNode, startNode } from '../../data/rpc/fakeNode.fixture.ts'
import { createTokens } from './createTokens.ts'
import { openPage, type Page, shop, switchOn, visitor } from './page.fixture.ts'
import { sweepOnce } from './sweepSignIn.ts'

let time = Date.UTC(2026, 10, 21, 9)
const now = () => time
const signInKey = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
const signInPublic = createPublicKey(signInKey)
const tokens = () => createTokens({ key: signInKey, now })
let node: FakeNode
let app: TestApp
let page: Page
let asked: string[]
/** What the node says of a contract account. */
let verdict: { result: string } | { error: { code: number; message: string } }
const reverted = { error: { code: 3, message: 'execution reverted' } }

beforeAll(async () => {
  node = await startNode(
    answerWith(({ method }) => {
      asked.push(method)
      return verdict
    }),
  )
  asked = []
  verdict = reverted
  app = await openApp(
    {
      RPC_UPSTREAMS: JSON.stringify({ 'eip155:31337': [node.url] }),
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
    },
    { now, signInKey },
  )
  await app.addProject('shop', [shop])
  await app.addProject('other', ['https://other.example', shop])
  await app.addProject('plain', [shop])
  await switchOn(app)
  await switchOn(app, 'other')
  page = await openPage(app, { now })
})
afterAll(async () => {
  await app.close()
  await node.close()
})

async function statusOf(answer: Promise<Response>): Promise<[number, unknown]> {
  const response = await answer
  const { code } = (await response.json()) as { code?: string }
  return [response.status, code]
}
const refused = [401, 'SIGN_IN_INVALID']

async function signedIn(
  as = page,
): Promise<{ token: string; session: v.InferOutput<typeof postSignIn.response>['session'] }> {
  const response = await as.signIn()
  expect(response.status).toBe(200)
  return v.parse(postSignIn.response, await response.json())
}

describe('a sign-in', () => {
  it('gives a session for an account on one chain, and keeps nothing of it in caches', async () => {
    const response = await page.signIn({ statement: 'Sign in to Shop', requestId: 'cart-1' })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const { session } = v.parse(postSignIn.response, await response.json())
    expect(session).toEqual({
      address: visitor.address,
      chainId: 'eip155:1',
      email: null,
      issuedAt: new Date(time).toISOString(),
      expiresAt: new Date(time + 600_000).toISOString(),
    })
  })

  it('is described by its token, and lasts while it is used', async () => {
    const began = time
    const first = await signedIn()
    try {
      let { token } = first
      for (const minutes of [9, 18, 27]) {
        time = began + minutes * 60_000
        const response = await page.carry('GET', token)
        expect(response.status).toBe(200)
        const answer = v.parse(postSignIn.response, await response.json())
        expect(answer.session).toEqual({
          ...first.session,
          expiresAt: new Date(time + 600_000).toISOString(),
        })
        token = answer.token
      }
      time += 601_000
      expect(await statusOf(page.carry('GET', token))).toEqual(refused)
    } finally {
      time = began
    }
  })

  it('has an end after 30 days, however much it is used', async () => {
    const began = time
    const { token } = await signedIn()
    const end = began + 30 * 86_400_000
    try {
      // As if it had been renewed every few minutes.
      await app.store.write([
        app.store.compose
          .updateTable('signin_sessions')
          .set(eb => ({ expires_at: eb.ref('ends_at') }))
          .compile(),
      ])
      time = end - 60_000
      const response = await page.carry('GET', (await resumed(token)).token)
      const answer = v.parse(postSignIn.response, await response.json())
      expect(answer.session.expiresAt).toBe(new Date(end).toISOString())
      time = end
      expect(await statusOf(page.carry('GET', answer.token))).toEqual(refused)
    } finally {
      time = began
    }
  })

  it('ends with the text that was signed, when that ends sooner', async () => {
    const response = await page.signIn({ expirationTime: new Date(time + 60_000).toISOString() })
    const { session } = v.parse(postSignIn.response, await response.json())
    expect(session.expiresAt).toBe(new Date(time + 60_000).toISOString())
  })

  it('is not had where the project has it off', async () => {
    const plain = await openPage(app, { project: 'plain', now })
    const response = await plain.post('verify', await page.sign())
    expect(await response.json()).toMatchObject({
      code: 'REQUEST_INVALID',
      reasons: [{ name: 'projectId', description: 'The project has authentication off' }],
    })
  })
})

/** Stands in for the renewals in between: the same session's token, made now. */
async function resumed(token: string): Promise<{ token: string }> {
  const [, payload = ''] = token.split('.')
  const { sub, cnf } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return { token: await tokens().issueSession({ project: 'shop', key: cnf.jkt, session: sub }) }
}

describe('T23: a nonce counts once', () => {
  it('for 50 at the same time, exactly one', async () => {
    const signed = await page.sign()
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => (await page.post('verify', signed)).status),
    )
    expect(answers.filter(status => status === 200)).toHaveLength(1)
    expect(answers.filter(status => status === 401)).toHaveLength(49)
  })

  it('and is used up by a sign-in that is refused', async () => {
    const signed = await page.sign()
    expect(await statusOf(page.post('verify', { ...signed, signature: `0x${'11'.repeat(65)}` }))).toEqual(
      refused,
    )
    expect(await statusOf(page.post('verify', signed))).toEqual(refused)
  })

  it('for five minutes, for its requester, for its project', async () => {
    const before = time
    const signed = await page.sign()
    const another = await openPage(app, { now })
    expect(await statusOf(another.post('verify', signed))).toEqual(refused)
    const elsewhere = await openPage(app, { project: 'other', now })
    const theirs = await elsewhere.nonce()
    expect(await statusOf(page.signIn({ nonce: theirs }))).toEqual(refused)
    const late = await page.sign()
    time += 300_001
    try {
      expect(await statusOf(page.post('verify', late))).toEqual(refused)
      // F39: a clock set back does not revive a used nonce.
      time = before
      expect((await page.post('verify', signed)).status).toBe(200)
      time -= 3_600_000
      expect(await statusOf(page.post('verify', signed))).toEqual(refused)
    } finally {
      time = before
    }
  })

  it('and is no other spelling of one, nor one of ours that was altered', async () => {
    const nonce = await page.nonce()
    expect(nonce).toMatch(/^[0-9a-f]{76}$/)
    for (const wrong of [
      nonce.toUpperCase(),
      `${nonce}00`,
      `0${nonce.slice(1)}`,
      'a'.repeat(76),
      'a'.repeat(22),
    ])
      if (wrong !== nonce) expect(await statusOf(page.signIn({ nonce: wrong })), wrong).toEqual(refused)
    expect((await page.signIn({ nonce })).status).toBe(200)
  })
})

describe('T24: a text for another page', () => {
  it.each([
    ['domain', { domain: 'evil.example' }],
    ['domain with a port', { domain: 'shop.example:8443' }],
    ['uri', { uri: 'https://evil.example/cart' }],
    ['uri of another scheme', { uri: 'http://shop.example/cart' }],
    ['uri with a name in it', { uri: 'https://shop.example@evil.example/' }],
    ['scheme', { scheme: 'http' }],
  ])('%s', async (_what, change) => {
    expect(await statusOf(page.signIn(change))).toEqual(refused)
  })

  it('of a page outside the list is refused by the gate, and one of another page of the list by its Origin', async () => {
    const evil = await openPage(app, { origin: 'https://evil.example', now })
    expect((await evil.post('verify', await page.sign())).status).toBe(403)
    const signed = await (
      await openPage(app, { origin: 'https://other.example', project: 'other', now })
    ).sign()
    const onShop = await openPage(app, { origin: shop, project: 'other', now })
    expect(await statusOf(onShop.post('verify', signed))).toEqual(refused)
  })

  it('and fields that are not the text’s', async () => {
    for (const change of [
      { uri: `${shop}/other` },
      { statement: 'Give everything' },
      { chainId: 'eip155:10' },
      { accountAddress: `0x${'22'.repeat(20)}` },
      { issuedAt: new Date(time - 1_000).toISOString() },
      { requestId: 'x' },
    ]) {
      const signed = await page.sign()
      const response = page.post('verify', { ...signed, data: { ...signed.data, ...change } })
      expect(await statusOf(response), JSON.stringify(change)).toEqual(refused)
    }
  })
})

describe('T26, T27: times and spellings', () => {
  const at = (ms: number) => new Date(time + ms).toISOString()
  it.each([
    ['issued 61 s ahead', () => ({ issuedAt: at(61_000) }), 401],
    ['issued 59 s ahead', () => ({ issuedAt: at(59_000) }), 200],
    ['issued 11 minutes ago', () => ({ issuedAt: at(-660_000) }), 401],
    ['expired', () => ({ expirationTime: at(-61_000) }), 401],
    ['not yet', () => ({ notBefore: at(61_000) }), 401],
    ['lower case', () => ({ accountAddress: visitor.address.toLowerCase() }), 200],
    ['a wrong checksum', () => ({ accountAddress: swapCase(visitor.address) }), 401],
  ])('%s', async (_what, change, status) => {
    expect((await page.signIn(change())).status).toBe(status)
  })
})

describe('T30: whose node is asked', () => {
  it('ours alone, and none for a chain that we do not have', async () => {
    const signature = `0x${'11'.repeat(100)}`
    asked.length = 0
    expect(await statusOf(page.signIn({ chainId: 'eip155:31337' }, { signature }))).toEqual(refused)
    expect(asked).toEqual(['eth_call'])
    asked.length = 0
    expect(await statusOf(page.signIn({ chainId: 'eip155:10' }, { signature }))).toEqual(refused)
    expect(asked).toEqual([])
  })

  it('and believed, on that chain alone (T28); one that is out is no refusal', async () => {
    const signature = `0x${'11'.repeat(100)}`
    const accountAddress = `0x${'44'.repeat(20)}`
    const ask = (chainId: 'eip155:31337' | 'eip155:10') =>
      page.signIn({ chainId, accountAddress }, { signature })
    try {
      verdict = { result: '0x01' }
      const response = await ask('eip155:31337')
      const { session } = v.parse(postSignIn.response, await response.json())
      expect(session).toMatchObject({ address: accountAddress, chainId: 'eip155:31337' })
      expect(await statusOf(ask('eip155:10'))).toEqual(refused)
      verdict = { result: '0x00' }
      expect(await statusOf(ask('eip155:31337'))).toEqual(refused)
      verdict = { error: { code: -32_603, message: 'internal' } }
      expect(await statusOf(ask('eip155:31337'))).toEqual([503, 'APKT009'])
    } finally {
      verdict = reverted
    }
  })

  it('not one that a request brings along', async () => {
    const signed = await page.sign()
    expect((await page.post('verify', { ...signed, rpcUrl: node.url })).status).toBe(400)
  })
})

describe('T32: a token without its key', () => {
  it('is worth nothing', async () => {
    const { token } = await signedIn()
    const thief = await openPage(app, { now })
    expect(await statusOf(thief.carry('GET', token))).toEqual(refused)
    expect(await statusOf(thief.carry('DELETE', token))).toEqual(refused)
    const bare = (headers: Record<string, string>) =>
      app.request('/v1/signin/session?projectId=shop', { headers: { origin: shop, ...headers } })
    expect(await statusOf(bare({ authorization: `Bearer ${token}` }))).toEqual(refused)
    expect(await statusOf(bare({ authorization: `DPoP ${token}` }))).toEqual(refused)
    expect((await page.carry('GET', token)).status).toBe(200)
  })

  it('is worth nothing with a proof that is for something else, old, or was seen before', async () => {
    const { token } = await signedIn()
    const ath = createHash('sha256').update(token).digest('base64url')
    const good = { ath }
    const cases: [string, Promise<string>][] = [
      ['another method', page.prove('DELETE', 'session', good)],
      ['another call', page.prove('GET', 'verify', good)],
      [
        'another host',
        page.prove('GET', 'session', { ...good, htu: 'https://evil.example/v1/signin/session' }),
      ],
      ['no URL', page.prove('GET', 'session', { ...good, htu: 'session' })],
      ['another token', page.prove('GET', 'session', { ath: ath.replace(/.$/, '_') })],
      ['no token', page.prove('GET', 'session')],
      ['61 s ago', page.prove('GET', 'session', { ...good, iat: time / 1_000 - 61 })],
      ['61 s ahead', page.prove('GET', 'session', { ...good, iat: time / 1_000 + 61 })],
      ['no name', page.prove('GET', 'session', { ...good, jti: '' })],
    ]
    for (const [what, proof] of cases)
      expect(await statusOf(page.carry('GET', token, { dpop: await proof })), what).toEqual(refused)
    const dpop = await page.prove('GET', 'session', good)
    expect((await page.carry('GET', token, { dpop })).status).toBe(200)
    expect(await statusOf(page.carry('GET', token, { dpop }))).toEqual(refused)
    const once = await page.prove('GET', 'session', good)
    const many = await Promise.all(
      Array.from({ length: 20 }, async () => (await page.carry('GET', token, { dpop: once })).status),
    )
    expect(many.filter(status => status === 200)).toHaveLength(1)
  })

  it('is worth nothing after ten minutes, and on another page', async () => {
    const { token } = await signedIn()
    expect(await statusOf(page.carry('GET', token, { origin: 'https://other.example' }))).toEqual([
      403,
      'APKT002',
    ])
    time += 601_000
    expect(await statusOf(page.carry('GET', token))).toEqual(refused)
    time -= 601_000
  })
})

describe('T33: tokens that are none of ours', () => {
  it('are refused, each of them', async () => {
    const { token } = await signedIn()
    const [head = '', payload = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const header = JSON.parse(Buffer.from(head, 'base64url').toString())
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const stranger = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(stranger.publicKey)
    const forge = (changed: object, more: object = {}) =>
      new SignJWT({ ...claims, ...changed })
        .setProtectedHeader({ ...header, ...more })
        .sign(stranger.privateKey)
    const own = (changed: object, more: object = {}) =>
      new SignJWT({ ...claims, ...changed }).setProtectedHeader({ ...header, ...more }).sign(signInKey)
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const corpus: Record<string, string> = {
      'no signature': `${head}.${payload}.`,
      'alg none': `${encode({ ...header, alg: 'none' })}.${payload}.`,
      'alg None': `${encode({ ...header, alg: 'None' })}.${payload}.${signature}`,
      'alg HS256 with the public key': await new SignJWT(claims)
        .setProtectedHeader({ ...header, alg: 'HS256' })
        .sign(new TextEncoder().encode(JSON.stringify(await exportJWK(signInPublic)))),
      'alg RS256': await new SignJWT(claims).setProtectedHeader({ ...header, alg: 'RS256' }).sign(rsa),
      'a stranger’s key': await forge({}),
      'a stranger’s key that it brings along': await forge({}, { jwk }),
      'a key to be fetched': await forge({}, { jku: 'https://evil.example/keys' }),
      'a certificate to be fetched': await forge({}, { x5u: 'https://evil.example/cert' }),
      'ours, with a key to be fetched': await own({}, { jku: 'https://evil.example/keys' }),
      'ours, with another kid': await own({}, { kid: 'another' }),
      'ours, with a path for a kid': await own({}, { kid: '../../../dev/null' }),
      'ours, with no kid': await own({}, { kid: undefined }),
      'ours, of another type': await own({}, { typ: 'JWT' }),
      'ours, an email proof': await own({}, { typ: 'latchkey-email+jwt' }),
      'ours, by another issuer': await own({ iss: 'evil' }),
      'ours, for another project': await own({ aud: 'other' }),
      'ours, for several projects': await own({ aud: ['other', 'shop'] }),
      'ours, expired': await own({ exp: claims.iat - 1 }),
      'ours, without an end': await own({ exp: undefined }),
      'ours, too long': await own({ iat: claims.iat - 700, exp: claims.iat + 86_400 }),
      'ours, without a time': await own({ iat: undefined }),
      'ours, from the future': await own({ iat: claims.iat + 300 }),
      'ours, without a key': await own({ cnf: undefined }),
      'ours, with a critical header': await own({}, { crit: ['exp'], exp: 1 }).catch(() => 'a.b.c'),
      'a changed payload': `${head}.${encode({ ...claims, sub: 'x' })}.${signature}`,
      'a changed signature': `${head}.${payload}.${signature.replace(/^./, first => (first === 'A' ? 'B' : 'A'))}`,
      'four parts': `${token}.x`,
      'two parts': `${head}.${payload}`,
      nothing: '...',
    }
    expect(Object.keys(corpus).length).toBeGreaterThanOrEqual(25)
    for (const [what, forged] of Object.entries(corpus))
      expect(await statusOf(page.carry('GET', forged)), what).toEqual(refused)
    expect((await page.carry('GET', token)).status).toBe(200)
  })

  it('nor are proofs by keys that are not what they should be', async () => {
    const { token } = await signedIn()
    const ath = createHash('sha256').update(token).digest('base64url')
    const claims = {
      htm: 'GET',
      htu: 'http://localhost/v1/signin/session',
      jti: 'a-jti-of-its-own',
      iat: time / 1_000,
      ath,
    }
    const pair = await generateKeyPair('ES256', { extractable: true })
    const [jwk, secret] = [await exportJWK(pair.publicKey), await exportJWK(pair.privateKey)]
    const make = (header: object, key = pair.privateKey) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header } as never)
        .sign(key)
    const p384 = await generateKeyPair('ES384', { extractable: true })
    for (const dpop of [
      await make({ jwk: secret }),
      await make({ typ: 'JWT' }),
      await make({ jwk: undefined }),
      await make({ kid: 'x' }),
      await make({ alg: 'ES384', jwk: await exportJWK(p384.publicKey) }, p384.privateKey),
      `${'x'.repeat(3_000)}.y.z`,
      '',
    ])
      expect(await statusOf(page.carry('GET', token, { dpop })), dpop.slice(0, 60)).toEqual(refused)
  })
})

describe('T36: ending a session', () => {
  it('ends this one alone, of three of the same account and chain', async () => {
    const pages = [page, await openPage(app, { now }), await openPage(app, { now })] as const
    const [first, second, third] = [
      await signedIn(pages[0]),
      await signedIn(pages[1]),
      await signedIn(pages[2]),
    ]
    const ended = await pages[1].carry('DELETE', second.token)
    expect(await ended.json()).toEqual({ ended: true })
    expect((await pages[0].carry('GET', first.token)).status).toBe(200)
    expect((await pages[2].carry('GET', third.token)).status).toBe(200)
    expect(await statusOf(pages[1].carry('GET', second.token))).toEqual(refused)
    expect(await (await pages[1].carry('DELETE', second.token)).json()).toEqual({ ended: false })
  })

  it('leaves none of the same key, account and chain to be taken up', async () => {
    const mine = await openPage(app, { now })
    const older = await signedIn(mine)
    const newer = await signedIn(mine)
    expect(await statusOf(mine.carry('GET', older.token))).toEqual(refused)
    await mine.carry('DELETE', newer.token)
    expect(await takenUp(mine)).toEqual([])
  })
})

/** What a page that is loaded anew gets with its key. */
async function takenUp(as: Page): Promise<v.InferOutput<typeof postSignInResume.response>['sessions']> {
  const response = await as.post('resume', undefined)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return v.parse(postSignInResume.response, await response.json()).sessions
}

describe('T32, T56: a page that is loaded anew has its key and no token', () => {
  const oneDay = 86_400_000

  it('goes on with its sessions, each with a token that is good', async () => {
    const mine = await openPage(app, { now })
    const began = time
    await signedIn(mine)
    try {
      time += 3_600_000
      expect((await mine.signIn({ chainId: 'eip155:10' })).status).toBe(200)
      const sessions = await takenUp(mine)
      expect(sessions.map(({ session }) => session.chainId)).toEqual(['eip155:10', 'eip155:1'])
      expect(sessions[1]?.session).toMatchObject({
        address: visitor.address,
        issuedAt: new Date(began).toISOString(),
        expiresAt: new Date(time + 600_000).toISOString(),
      })
      expect((await mine.carry('GET', sessions[1]?.token ?? '')).status).toBe(200)
    } finally {
      time = began
    }
  })

  it('for seven days after their last use, and thirty in all', async () => {
    const mine = await openPage(app, { now })
    const began = time
    await signedIn(mine)
    try {
      for (const days of [6.9, 13.8, 20.7, 27.6]) {
        time = began + days * oneDay
        expect(await takenUp(mine), `${days}`).toHaveLength(1)
        await sweepOnce({ store: app.store, now: time })
      }
      time = began + 30 * oneDay
      expect(await takenUp(mine)).toEqual([])
      time = began
      await signedIn(mine)
      time = began + 7 * oneDay
      expect(await takenUp(mine)).toEqual([])
      await sweepOnce({ store: app.store, now: time })
      const left = await app.store.db
        .selectFrom('signin_sessions')
        .select('id')
        .where('key', '=', mine.key)
        .execute()
      expect(left).toEqual([])
    } finally {
      time = began
    }
  })

  it('no other key, project or page does; a proof counts once', async () => {
    const mine = await openPage(app, { project: 'other', now })
    await signedIn(mine)
    expect(await takenUp(await openPage(app, { project: 'other', now }))).toEqual([])
    const elsewhere = { dpop: await mine.prove('POST', 'resume'), origin: 'https://other.example' }
    expect(await (await mine.post('resume', undefined, elsewhere)).json()).toEqual({ sessions: [] })
    const atShop = { method: 'POST', headers: { origin: shop, dpop: await mine.prove('POST', 'resume') } }
    const inShop = await app.request('/v1/signin/resume?projectId=shop', atShop)
    expect(await inShop.json()).toEqual({ sessions: [] })
    expect(await statusOf(mine.post('resume', undefined, { dpop: 'none' }))).toEqual(refused)
    const dpop = await mine.prove('POST', 'resume')
    const many = await Promise.all(
      Array.from({ length: 20 }, async () => (await mine.post('resume', undefined, { dpop })).status),
    )
    expect(many.filter(status => status === 200)).toHaveLength(1)
    expect(await takenUp(mine)).toHaveLength(1)
  })
})

function swapCase(text: string): string {
  const at = text.search(/[a-f]/)
  return text.slice(0, at) + (text[at] ?? '').toUpperCase() + text.slice(at + 1)
}
