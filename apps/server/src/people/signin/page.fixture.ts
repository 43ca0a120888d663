import { createHash, randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { type CaipNetworkId, formatSignInMessage, type SignInMessage } from 'latchkey/contract'
import { privateKeyToAccount } from 'viem/accounts'
import type { TestApp } from '../../app.fixture.ts'

export const shop = 'https://shop.example'
export const visitor = privateKeyToAccount(`0x${'7a'.repeat(32)}`)

/** A page of a project with a key of its own, as the widget would be there. */
export interface Page {
  readonly key: string
  /** A proof by the key for a call. */
  prove(method: string, path: string, claims?: Record<string, unknown>): Promise<string>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** A call with a token, and a proof that goes with it. */
  carry(method: string, token: string, headers?: Record<string, string>): Promise<Response>
  nonce(): Promise<string>
  /** A text and its signature, as a wallet makes them. */
  sign(
    change?: Partial<SignInMessage>,
  ): Promise<{ data: Omit<SignInMessage, 'scheme'>; message: string; signature: string }>
  signIn(change?: Partial<SignInMessage>, more?: Record<string, unknown>): Promise<Response>
}

export async function openPage(
  app: TestApp,
  options: { project?: string; origin?: string; now?: () => number; from?: string } = {},
): Promise<Page> {
  const { project = 'shop', origin = shop, now = Date.now, from } = options
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const { kty, crv, x, y } = await exportJWK(publicKey)
  const jwk = { kty, crv, x, y } as { kty: string; crv: string; x: string; y: string }
  const key = await calculateJwkThumbprint(jwk)
  const url = (path: string) => `/v1/signin/${path}?projectId=${project}`

  const page: Page = {
    key,
    prove: (method, path, claims = {}) =>
      new SignJWT({
        htm: method,
        htu: `http://localhost/v1/signin/${path}`,
        jti: randomUUID(),
        iat: Math.floor(now() / 1_000),
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .sign(privateKey),
    async post(path, body, headers = {}) {
      return app.request(
        url(path),
        {
          method: 'POST',
          headers: {
            origin,
            'content-type': 'application/json',
            dpop: await page.prove('POST', path),
            ...headers,
          },
          body: JSON.stringify(body),
        },
        from,
      )
    },
    async carry(method, token, headers = {}) {
      const ath = createHash('sha256').update(token).digest('base64url')
      const dpop = await page.prove(method, 'session', { ath })
      return app.request(url('session'), {
        method,
        headers: { origin, authorization: `DPoP ${token}`, dpop, ...headers },
      })
    },
    async nonce() {
      const response = await app.request(`${url('nonce')}&key=${key}`, { headers: { origin } })
      return ((await response.json()) as { nonce: string }).nonce
    },
    async sign(change = {}) {
      const fields: SignInMessage = {
        accountAddress: visitor.address,
        chainId: 'eip155:1' as CaipNetworkId,
        domain: new URL(origin).host,
        uri: `${origin}/cart`,
        version: '1',
        nonce: change.nonce ?? (await page.nonce()),
        issuedAt: new Date(now()).toISOString(),
        ...change,
      }
      const message = formatSignInMessage(fields)
      const { scheme: _scheme, ...data } = fields
      return { data, message, signature: await visitor.signMessage({ message }) }
    },
    async signIn(change, more = {}) {
      return page.post('verify', { ...(await page.sign(change)), ...more })
    },
  }
  return page
}

/** Switches the flags of sign-in on for a project. */
export async function switchOn(app: TestApp, project = 'shop'): Promise<void> {
  await app.store.write(
    ['authentication', 'email_capture'].map(feature_id =>
      app.store.compose
        .insertInto('project_features')
        .values({ project_id: project, feature_id, is_enabled: 1, config: null })
        .compile(),
    ),
  )
}
