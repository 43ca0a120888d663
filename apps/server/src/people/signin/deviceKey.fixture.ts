import { createHash, randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { custodyBodyText } from 'latchkey/services'
import type { TestApp } from '../../app.fixture.ts'

/** Where the wallet's frame is served. */
export const wallet = 'https://keys.example'

export interface CallChange {
  readonly claims?: Record<string, unknown>
  readonly headers?: Record<string, string | undefined>
}

/** What a browser of the wallet's origin has: a key of its own. */
export interface DeviceKey {
  /** RFC 7638 thumbprint. */
  readonly thumbprint: string
  /** Sends a call of the wallet's origin, with a proof for it, its body and its token. */
  send(
    app: Pick<TestApp, 'request'>,
    call: {
      readonly method: string
      /** Below `/v1/`. */
      readonly path: string
      readonly body?: object | undefined
      readonly token?: string | undefined
      readonly project?: string
      /** Milliseconds since 1970. */
      readonly now: number
      /** The socket's address. */
      readonly from?: string | undefined
    },
    change?: CallChange,
  ): Promise<Response>
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

export async function makeDeviceKey(): Promise<DeviceKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const { kty, crv, x, y } = await exportJWK(publicKey)
  const jwk = { kty, crv, x, y } as { kty: string; crv: string; x: string; y: string }
  return {
    thumbprint: await calculateJwkThumbprint(jwk),
    async send(
      app,
      { method, path, body, token, now, from, project = 'shop' },
      { claims = {}, headers = {} } = {},
    ) {
      const dpop = await new SignJWT({
        htm: method,
        htu: `http://localhost/v1/${path}`,
        jti: randomUUID(),
        iat: Math.floor(now / 1_000),
        ...(token !== undefined && { ath: digest(token) }),
        ...(body && { bh: digest(custodyBodyText(body)) }),
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .sign(privateKey)
      const all = {
        origin: wallet,
        authorization: token === undefined ? undefined : `DPoP ${token}`,
        dpop,
        'content-type': body && 'application/json',
        ...headers,
      }
      const sent = Object.fromEntries(
        Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
      )
      const init = { method, headers: sent, ...(body && { body: JSON.stringify(body) }) }
      return app.request(`/v1/${path}?projectId=${project}`, init, from)
    },
  }
}
