import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AttestationKey } from './attestation.ts'
import { verifyAttestation } from './verifyAttestation.ts'

const id = 'ab'.repeat(32)
const origin = 'https://shop.example'
const now = 1_780_000_000_000
const iat = now / 1_000
const claims = { sub: id, origin, iat, exp: iat + 300, isVerified: true }
const encode = (value: unknown) => base64url(new TextEncoder().encode(JSON.stringify(value)))

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

async function signer(kid: string) {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const publicKey: AttestationKey = { kty: 'EC', crv: 'P-256', x, y, kid }
  const sign = async (payload: unknown, header: unknown = { alg: 'ES256', typ: 'JWT', kid }) => {
    const text = `${encode(header)}.${encode(payload)}`
    const bytes = new TextEncoder().encode(text)
    const made = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, bytes)
    return `${text}.${base64url(new Uint8Array(made))}`
  }
  return { publicKey, sign }
}

const kid = 'k'.repeat(43)
const services = await signer(kid)
const stranger = await signer(kid)
const key = async () => services.publicKey
const rules = { id, key, now }

describe('T94 an attestation', () => {
  test('vouches for an origin when the services signed it for this message and it has not expired', async () => {
    const token = await services.sign(claims)
    expect(await verifyAttestation(token, rules)).toBe(origin)
    expect(await verifyAttestation(token, { ...rules, now: now + 299_000 })).toBe(origin)
  })

  test.each<[string, () => Promise<unknown> | unknown, Partial<typeof rules>?]>([
    [
      'forged: another origin under the same signature',
      async () => swapped(1, encode({ ...claims, origin: 'https://bank.example' })),
    ],
    ['forged: a signature of zeros', async () => swapped(2, base64url(new Uint8Array(64)))],
    ['signed by another key of the same name', () => stranger.sign(claims)],
    ['expired', () => services.sign(claims), { now: now + 300_000 }],
    ['not yet valid', () => services.sign(claims), { now: now - 121_000 }],
    ['for longer than five minutes', () => services.sign({ ...claims, exp: iat + 301 })],
    ['for another message', () => services.sign(claims), { id: 'cd'.repeat(32) }],
    ['without a signature, alg none', async () => swapped(0, encode({ alg: 'none', kid }), '')],
    ['signed, but said to be alg none', () => services.sign(claims, { alg: 'none', kid })],
    ['alg HS256', () => services.sign(claims, { alg: 'HS256', kid })],
    ['with a key in its header', () => stranger.sign(claims, { alg: 'ES256', kid, jwk: stranger.publicKey })],
    ['of an unknown key', () => services.sign(claims), { key: async () => undefined as never }],
    [
      'whose key cannot be had',
      () => services.sign(claims),
      { key: () => Promise.reject(new Error('offline')) },
    ],
    ['of an origin that is none', () => services.sign({ ...claims, origin: 'https://shop.example/path' })],
    ['without an origin', () => services.sign({ ...claims, origin: undefined })],
    ['that says it is not verified', () => services.sign({ ...claims, isVerified: false })],
    ['of four parts', async () => `${await services.sign(claims)}.x`],
    ['too long', async () => `${await services.sign({ ...claims, more: 'x'.repeat(9_000) })}`],
    ['empty', () => ''],
    ['absent', () => undefined],
  ])('%s vouches for nothing', async (_what, make, other) => {
    expect(await verifyAttestation(await make(), { ...rules, ...other })).toBeUndefined()
  })

  test('with any other content vouches for nothing and throws nothing', async () => {
    const part = fc.oneof(
      fc.string(),
      fc.json().map(text => base64url(new TextEncoder().encode(text))),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 4 }), async parts => {
        expect(await verifyAttestation(parts.join('.'), rules)).toBeUndefined()
      }),
    )
  })
})

async function swapped(at: number, part: string, last?: string): Promise<string> {
  const parts = (await services.sign(claims)).split('.')
  parts[at] = part
  if (last !== undefined) parts[2] = last
  return parts.join('.')
}
