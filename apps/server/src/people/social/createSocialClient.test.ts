import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { frameSocials, provingSocials } from 'latchkey/services'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openApp } from '../../app.fixture.ts'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { createAccounts } from '../login/createAccounts.ts'
import { wallet } from '../signin/deviceKey.fixture.ts'
import { createSocialClient } from './createSocialClient.ts'

const question = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }

/** A provider with scripted answers. */
let server: Server
let base = ''
let own: Awaited<ReturnType<typeof generateKeyPair>>
let answer: (path: string) => Promise<{ status?: number; body: unknown }>
let asked: URLSearchParams
let now = 0

beforeAll(async () => {
  own = await generateKeyPair('ES256')
  server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    if (text !== '') asked = new URLSearchParams(text)
    const { status = 200, body } = await answer(new URL(request.url ?? '', base).pathname)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  now = Date.now()
})

const open = (providers: object) => {
  const { social: settings } = parseEnvironment({
    SOCIAL_BASE_URL: base,
    SOCIAL_PROVIDERS: JSON.stringify(providers),
  })
  return createSocialClient({ settings, walletOrigin: wallet, now: () => now })
}

/** What the provider answers, with these claims in an ID token. */
function say(token: (claims: JWTPayload) => string | Promise<string>, name = 'google') {
  answer = async path => {
    const issuer = `${base}/${name}`
    if (path.endsWith('openid-configuration'))
      return {
        body: {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ['ES256'],
          authorization_response_iss_parameter_supported: true,
        },
      }
    if (path.endsWith('jwks'))
      return { body: { keys: [{ ...(await exportJWK(own.publicKey)), alg: 'ES256' }] } }
    const at = Math.floor(now / 1_000)
    const claims = { iss: issuer, aud: 'us', sub: 'ann', nonce: question.nonce, iat: at, exp: at + 300 }
    return { body: { access_token: 'a', token_type: 'bearer', id_token: await token(claims) } }
  }
}

const sign = (claims: JWTPayload, key = own.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(key)
const come = (change: Record<string, string> = {}, name = 'google') =>
  new URLSearchParams({ code: 'c', state: question.state, iss: `${base}/${name}`, ...change })

describe('T49, T54: an ID token counts', () => {
  const us = { google: { clientId: 'us', clientSecret: 'secret' } }
  const redeem = async () => (await open(us).redeem('google', come(), question)).identity

  it('when it is for us, for this login, of now and of this provider', async () => {
    say(sign)
    expect(await redeem()).toMatchObject({ kind: 'social', issuer: 'google', subject: 'ann' })
    expect(asked.get('redirect_uri')).toBe(`${wallet}/cb/google`)
    expect(asked.get('code_verifier')).toBe(question.verifier)
  })

  it('S5: says when its visitor logged in at the provider, where that is stated and not of the future', async () => {
    const at = async (auth_time?: number) => {
      say(claims => sign({ ...claims, ...(auth_time !== undefined && { auth_time }) }))
      return (await open(us).redeem('google', come(), question)).loggedInAt
    }
    const seconds = Math.floor(now / 1_000)
    expect(await at()).toBeUndefined()
    expect(await at(seconds - 86_400)).toBe((seconds - 86_400) * 1_000)
    expect(await at(seconds + 30)).toBe(now)
    expect(await at(seconds + 3_600)).toBeUndefined()
  })

  it.each([
    ['is for somebody else', { aud: 'them' }],
    ['is for somebody else as well', { aud: ['us', 'them'], azp: 'them' }],
    ['is of another issuer', { iss: 'https://evil.example' }],
    ['is of another login', { nonce: 'other' }],
    ['is of no login', { nonce: undefined }],
    ['names nobody', { sub: undefined }],
    ['is over', { iat: 1, exp: 2 }],
  ])('and not when it %s', async (_, change) => {
    say(claims => sign({ ...claims, ...change } as JWTPayload))
    await expect(redeem()).rejects.toThrow()
  })

  it('and not when it is unsigned, or signed by another key', async () => {
    say(claims => new UnsecuredJWT(claims).encode())
    await expect(redeem()).rejects.toThrow()
    const { privateKey } = await generateKeyPair('ES256')
    say(claims => sign(claims, privateKey))
    await expect(redeem()).rejects.toThrow()
  })

  it('also when our clock is off by less than a minute, and not by more (T26)', async () => {
    const at = Math.floor(now / 1_000)
    for (const [ahead, isFine] of [
      [50, true],
      [-50, true],
      [120, false],
      [-120, false],
    ] as const) {
      say(claims => sign({ ...claims, iat: at - 10, nbf: at - 10, exp: at + 10 }))
      now = (at + ahead) * 1_000
      await expect(
        redeem().then(
          () => true,
          () => false,
        ),
        String(ahead),
      ).resolves.toBe(isFine)
    }
  })

  it('and its provider is the one that is pinned, whatever its own document says', async () => {
    say(sign)
    const said = answer
    answer = async path => {
      const { body } = await said(path)
      return {
        body: path.endsWith('openid-configuration')
          ? { ...(body as object), issuer: 'https://evil.example' }
          : body,
      }
    }
    await expect(redeem()).rejects.toThrow()
  })
})

describe('T82: a proof', () => {
  const us = {
    google: { clientId: 'us', clientSecret: 'secret' },
    github: { clientId: 'us', clientSecret: 'secret' },
  }

  it('asks for a login anew, where a login does not, of the providers that can, and of no other', async () => {
    say(sign)
    const client = open(us)
    const asked = async (isProof?: boolean) =>
      new URL(await client.askUrl('google', question, isProof)).searchParams
    expect([...(await asked()).keys()]).not.toContain('prompt')
    const proof = await asked(true)
    expect([proof.get('prompt'), proof.get('max_age')]).toEqual(['login', '0'])
    const all = parseEnvironment({}).social
    const { plan } = createSocialClient({ settings: all, walletOrigin: wallet, now: () => now })
    expect(frameSocials.filter(name => plan(name).endpoints === undefined).sort()).toEqual(
      [...provingSocials].sort(),
    )
  })

  it.each([
    ['now', 0, true],
    ['a moment before, by a clock of its own', -30, true],
    ['before', -120, false],
    ['who knows when', undefined, false],
  ] as const)('counts by the provider’s word on when its visitor logged in: %s', async (_, ago, isFine) => {
    const at = Math.floor(now / 1_000)
    say(claims => sign({ ...claims, ...(ago !== undefined && { auth_time: at + ago }) }))
    const proven = open(us).redeem('google', come(), { ...question, since: now })
    await expect(
      proven.then(
        () => true,
        () => false,
      ),
    ).resolves.toBe(isFine)
  })
})

describe('F46: a provider in trouble', () => {
  it.each([
    ['fails', { status: 503, body: 'down' }],
    ['says more than we read', { body: `"${'x'.repeat(1_100_000)}"` }],
  ])('that %s is unavailable after three times, for a minute', async (_, said) => {
    answer = async () => said
    const client = open({
      google: { clientId: 'us', clientSecret: 's' },
      github: { clientId: 'us', clientSecret: 's' },
    })
    for (let time = 0; time < 3; time++) {
      expect(client.isAvailable('google')).toBe(true)
      await expect(client.askUrl('google', question)).rejects.toThrow()
    }
    expect(client.isAvailable('google')).toBe(false)
    expect(client.isAvailable('github')).toBe(true)
    say(sign)
    // It is asked all the same, and is there again with its first answer.
    await client.askUrl('google', question)
    expect(client.isAvailable('google')).toBe(true)
  })

  it.each([
    ['cannot be had', { status: 503, body: 'down' }],
    ['cannot be read', { body: { message: 'later' } }],
  ])(
    'whose list of addresses %s removes none of them, and reports a new one when it is back',
    async (_, out) => {
      const app = await openApp()
      const accounts = createAccounts({ store: app.store, now: () => now })
      const client = open({ github: { clientId: 'us', clientSecret: 's' } })
      const logIn = async (emails: { status?: number; body: unknown }) => {
        answer = async path => {
          if (path.endsWith('/emails')) return emails
          return {
            body: path.endsWith('/user')
              ? { id: 7, login: 'ann' }
              : { access_token: 'a', token_type: 'bearer' },
          }
        }
        const account = await accounts.enter(
          (await client.redeem('github', come({}, 'github'), question)).identity,
        )
        return accounts.addressesOf(account)
      }
      const own = (email: string) => ({ body: [{ email, primary: true, verified: true }] })
      expect(await logIn(out)).toEqual([])
      expect(await logIn(own('ann@mail.example'))).toEqual(['ann@mail.example'])
      expect(await logIn(out)).toEqual(['ann@mail.example'])
      expect(await logIn(own('ann@new.example'))).toEqual(['ann@new.example'])
      expect(await logIn({ body: [] })).toEqual([])
      await app.close()
    },
  )

  it('is not a provider whose visitors come with wrong codes', async () => {
    answer = async () => ({ status: 400, body: { error: 'invalid_grant' } })
    const client = open({ github: { clientId: 'us', clientSecret: 's' } })
    for (let time = 0; time < 4; time++)
      await expect(client.redeem('github', come({}, 'github'), question)).rejects.toThrow()
    expect(client.isAvailable('github')).toBe(true)
  })
})

it('signs Apple’s secret anew for each call', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
  say(sign, 'apple')
  const client = open({ apple: { clientId: 'us', teamId: 'team', keyId: 'key', privateKey: pem } })
  const user = JSON.stringify({ name: { firstName: 'Ann', lastName: 'Lee' } })
  expect(await client.redeem('apple', come({ user }, 'apple'), question)).toMatchObject({
    identity: { name: 'Ann Lee' },
  })
  const [head = '', claims = ''] = (asked.get('client_secret') ?? '').split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect(read(head)).toEqual({ alg: 'ES256', kid: 'key' })
  expect(read(claims)).toMatchObject({ iss: 'team', sub: 'us', aud: 'https://appleid.apple.com' })
  expect(new URL(await client.askUrl('apple', question)).searchParams.get('response_mode')).toBe('form_post')
})
