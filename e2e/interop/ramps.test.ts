/** Our tokens, URL signatures and checks of webhooks beside the vendors' own packages. */
import { createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createCoinbaseSigner, signMoonPayUrl, verifyCoinbaseWebhook } from '@latchkey/server'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { peerFolder } from './peerFolder.ts'

// The packages are in the peers' folder alone, so their types are not at hand: what the tests call, written down.
interface Cdp {
  generateJwt(options: {
    apiKeyId: string
    apiKeySecret: string
    requestMethod: string
    requestHost: string
    requestPath: string
  }): Promise<string>
}
interface MoonPayUrls {
  isSignatureValid(url: string): boolean
  generateSignature(url: string): string
}
interface Hook0 {
  verifyWebhookSignature(
    signature: string,
    body: Buffer,
    headers: Headers,
    secret: string,
    tolerance: number,
  ): boolean
}

let cdp: Cdp
let moonPay: MoonPayUrls
let hook0: Hook0
beforeAll(async () => {
  const require = createRequire(join(peerFolder('ramps'), 'package.json'))
  cdp = await import(pathToFileURL(require.resolve('@coinbase/cdp-sdk/auth')).href)
  const { MoonPay } = require('@moonpay/moonpay-node') as {
    MoonPay: new (secret: string) => { url: MoonPayUrls }
  }
  moonPay = new MoonPay('sk_test_secret').url
  hook0 = require('hook0-client')
})

const edwards = generateKeyPairSync('ed25519')
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const edwardsSecret = (() => {
  const { d = '', x = '' } = edwards.privateKey.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64')
})()
const curveSecret = curve.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const part = (token: string, at: number): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[at] ?? '', 'base64url').toString())

describe.each([
  ['Ed25519', edwardsSecret, edwards.publicKey],
  ['ES256', curveSecret, curve.publicKey],
])('a token for Coinbase by %s', (_name, keySecret, publicKey) => {
  test('says what the one of @coinbase/cdp-sdk says, and is signed as it', async () => {
    const sign = createCoinbaseSigner({ keyId: 'key-1', keySecret, now: Date.now })
    const ours = sign({ method: 'POST', host: 'api.developer.coinbase.com', path: '/onramp/v1/token' })
    const theirs = await cdp.generateJwt({
      apiKeyId: 'key-1',
      apiKeySecret: keySecret,
      requestMethod: 'POST',
      requestHost: 'api.developer.coinbase.com',
      requestPath: '/onramp/v1/token',
    })
    const shape = (token: string) => {
      const { nonce, ...header } = part(token, 0)
      const { iat, nbf, exp, ...claims } = part(token, 1)
      return {
        header,
        claims,
        isHex: /^[0-9a-f]{32}$/.test(String(nonce)),
        life: Number(exp) - Number(iat),
        wait: Number(nbf) - Number(iat),
      }
    }
    expect(shape(ours)).toEqual(shape(theirs))
    for (const token of [ours, theirs]) {
      const [head, body, signature = ''] = token.split('.')
      const key = createPublicKey(publicKey.export({ format: 'pem', type: 'spki' }))
      const isEdwards = key.asymmetricKeyType === 'ed25519'
      const given = isEdwards ? key : ({ key, dsaEncoding: 'ieee-p1363' } as const)
      expect(
        verify(
          isEdwards ? null : 'sha256',
          Buffer.from(`${head}.${body}`),
          given,
          Buffer.from(signature, 'base64url'),
        ),
      ).toBe(true)
    }
  })
})

test('a URL of MoonPay is signed as @moonpay/moonpay-node signs it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-zA-Z]{1,12}$/), fc.string()), parameters => {
      const url = new URL('https://buy-sandbox.moonpay.com/')
      url.searchParams.set('apiKey', 'pk_test_key')
      for (const [name, value] of Object.entries(parameters))
        if (name !== 'signature') url.searchParams.set(name, value)
      const ours = signMoonPayUrl(url, 'sk_test_secret')
      expect(new URL(ours).searchParams.getAll('signature')).toEqual([moonPay.generateSignature(url.href)])
      expect(moonPay.isSignatureValid(ours)).toBe(true)
    }),
  )
})

test('a webhook is taken that hook0-client takes, and refused that it refuses', () => {
  const secret = 'subscription'
  const body = Buffer.from('{"eventType":"onramp.transaction.success","partnerUserRef":"order-1"}')
  const headers = { 'content-type': 'application/json', 'x-event-id': 'event-1' }
  const time = Math.floor(Date.now() / 1_000)
  const names = Object.keys(headers).join(' ')
  const before = `${time}.${names}.${Object.values(headers).join('.')}.`
  const v1 = createHmac('sha256', secret).update(before).update(body).digest('hex')
  const v0 = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
  const signatures = [
    `t=${time},v0=${v0},h=${names},v1=${v1}`,
    `t=${time},v0=${v0}`,
    `t=${time},v0=${v1}`,
    `t=${time},v0=${v0},h=${names},v1=${v0}`,
    `t=${time - 900},v0=${v0}`,
  ]
  const taken = signatures.map(signature => {
    const given = new Headers({ ...headers, 'x-hook0-signature': signature })
    let theirs: boolean
    try {
      theirs = hook0.verifyWebhookSignature(signature, body, given, secret, 300)
    } catch {
      theirs = false
    }
    const ours = verifyCoinbaseWebhook({ body, headers: given, url: '' }, { secret, now: Date.now })
    expect(ours !== undefined, signature).toBe(theirs)
    return theirs
  })
  expect(taken).toEqual([true, true, false, false, false])
})
