import { createPublicKey, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../engine/base/random.ts'
import { fromHex, toHex } from '../envelope/hex.ts'
import { createIdentity } from './createIdentity.ts'
import { formatDidKey } from './formatDidKey.ts'
import { readServerTime } from './learnServerTime.ts'
import { signRelayJwt } from './signRelayJwt.ts'

/** Any code units at all, lone surrogates as well. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 60 }).map(codes => String.fromCharCode(...codes))

const spki = (publicKey: string) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), fromHex(publicKey)]),
    format: 'der',
    type: 'spki',
  })

describe('did:key', () => {
  it('is base58btc of multicodec and key', () => {
    // RFC 8032's first key, as lists of did:key examples have it.
    expect(formatDidKey('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')).toBe(
      'did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw',
    )
  })

  it('can be read back, whatever the key', () => {
    const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), bytes => {
        const text = formatDidKey(toHex(bytes))
        expect(text.startsWith('did:key:z6Mk')).toBe(true)
        let value = 0n
        for (const letter of text.slice('did:key:z'.length))
          value = value * 58n + BigInt(letters.indexOf(letter))
        expect(value.toString(16)).toBe(`ed01${toHex(bytes)}`)
      }),
    )
  })
})

describe('token for the relay', () => {
  it.each([
    ['WebCrypto', crypto.subtle],
    ['the fallback', undefined],
  ])('by %s: exactly iss, sub, aud, iat, exp, and a signature that holds', async (_name, subtle) => {
    const identity = await createIdentity(systemRandom, subtle)
    if (subtle) expect((identity.secret as CryptoKey).extractable).toBe(false)
    const sub = 'ab'.repeat(32)
    const aud = 'wss://relay.example/relay?x=1'
    const token = await signRelayJwt({ identity, aud, sub, now: 1_795_000_000_999, subtle })
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const [head = '', body = '', signature = ''] = token.split('.')
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
    expect(read(head)).toEqual({ alg: 'EdDSA', typ: 'JWT' })
    expect(read(body)).toEqual({
      iss: formatDidKey(identity.publicKey),
      sub,
      aud,
      iat: 1_795_000_000,
      exp: 1_795_000_060,
    })
    const signed = Buffer.from(`${head}.${body}`)
    expect(verify(null, signed, spki(identity.publicKey), Buffer.from(signature, 'base64url'))).toBe(true)
  })
})

describe('F38: the relay’s time out of its refusal', () => {
  it.each([
    [
      'JWT Token is not yet valid: basic.iat: 1795172800, now + time_leeway: 1795000120, time_leeway: 120',
      1_795_000_000_000,
    ],
    [
      'Authorization error: JWT Token is not yet valid: basic.iat: 1795172800, now + time_leeway: 1795000060, time_leeway: 60',
      1_795_000_000_000,
    ],
    [
      'JWT Token is expired: basic.exp: 1794900000, now - time_leeway: 1794999880, time_leeway: 120',
      1_795_000_000_000,
    ],
    ['JWT Token is not yet valid', undefined],
    [
      'JWT Token is not yet valid: basic.iat: 1, now + time_leeway: 99999999999999999999, time_leeway: 120',
      undefined,
    ],
  ])('%s', (reason, time) => {
    expect(readServerTime(reason)).toBe(time)
  })

  it('takes any text without throwing', () => {
    fc.assert(fc.property(anyText, text => void readServerTime(`now + time_leeway: ${text}`)))
  })
})
