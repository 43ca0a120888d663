import { createHash } from 'node:crypto'
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLatchkeyError } from '../../contract/error.ts'
import { systemRandom } from '../../engine/base/random.ts'
import { encodeBase64, encodeBase64Url } from '../envelope/base64.ts'
import { decodeBase64 } from '../envelope/decodeBase64.ts'
import { fromHex, toHex } from '../envelope/hex.ts'
import { createCrypto } from './createCrypto.ts'
import { digest } from './digest.ts'
import { fallbackCurves } from './fallbackCurves.ts'
import { fallbackHashes } from './fallbackHashes.ts'
import { openEnvelope } from './openEnvelope.ts'
import type { KeyPair } from './pairingCrypto.ts'
import { randomBytes } from './randomBytes.ts'

/** Any code units at all, lone surrogates as well. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 60 }).map(codes => String.fromCharCode(...codes))

/** A browser with WebCrypto that lacks the curves. */
const withoutCurves = new Proxy(crypto.subtle, {
  get: (target, name: keyof SubtleCrypto) =>
    name === 'generateKey'
      ? () => Promise.reject(new DOMException('no', 'NotSupportedError'))
      : (target[name] as (...values: unknown[]) => unknown).bind(target),
})

/** As WebKit: its keys agree as they should, but cannot be cloned into a store. */
const withoutClones = new Proxy(crypto.subtle, {
  get: (target, name: keyof SubtleCrypto) =>
    name === 'generateKey'
      ? async (...values: Parameters<SubtleCrypto['generateKey']>) => {
          const { publicKey, privateKey } = (await target.generateKey(...values)) as CryptoKeyPair
          return { publicKey, privateKey: new Proxy(privateKey, {}) }
        }
      : (target[name] as (...values: unknown[]) => unknown).bind(target),
})
const sha512 = (bytes: Uint8Array<ArrayBuffer>) => digest('SHA-512', bytes, undefined)
const native = createCrypto({ random: systemRandom })
const fallback = createCrypto({ random: systemRandom, subtle: withoutCurves })

/** RFC 7748 §6.1: Bob's keys, Alice's public key, and what they share. */
const bob: KeyPair = {
  secret: fromHex('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb'),
  publicKey: 'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f',
}
const alicePublicKey = '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a'
const sharedSecret = '4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742'

/** Bob's keys as a browser with X25519 holds them. */
async function nativeBob(): Promise<KeyPair> {
  const pkcs8 = fromHex(`302e020100300506032b656e04220420${toHex(bob.secret as Uint8Array)}`)
  const secret = await crypto.subtle.importKey('pkcs8', pkcs8, 'X25519', false, ['deriveBits'])
  return { ...bob, secret }
}

const isBadAnswer = (cause: unknown) => isLatchkeyError(cause, 'WALLET_BAD_ANSWER')
function expectBad(run: () => unknown): void {
  try {
    run()
  } catch (cause) {
    expect(cause).toSatisfy(isBadAnswer)
    return
  }
  expect.unreachable()
}

it('a browser whose keys cannot be cloned gets fallback keys', async () => {
  const { generateKeyPair } = createCrypto({ random: systemRandom, subtle: withoutClones })
  const { secret, publicKey } = await generateKeyPair()
  expect(structuredClone(secret)).toEqual(secret)
  expect(publicKey).toMatch(/^[0-9a-f]{64}$/)
  const peer = await native.generateKeyPair()
  expect(await fallback.agree({ secret, publicKey }, peer.publicKey)).toEqual(
    await native.agree(peer, publicKey),
  )
})

describe('vectors', () => {
  it('X25519 (RFC 7748 §5.2, §6.1)', () => {
    const scalar = fromHex('a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4')
    const point = fromHex('e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c')
    expect(toHex(fallbackCurves.agree(scalar, point))).toBe(
      'c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552',
    )
    const secret = bob.secret as Uint8Array<ArrayBuffer>
    expect(toHex(fallbackCurves.agreementKey(secret))).toBe(bob.publicKey)
    expect(toHex(fallbackCurves.agree(secret, fromHex(alicePublicKey)))).toBe(sharedSecret)
  })

  it('HKDF-SHA256 without salt and info (RFC 5869 §A.3)', () => {
    expect(toHex(fallbackHashes.derive(fromHex('0b'.repeat(22))))).toBe(
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d',
    )
  })

  it('Ed25519 (RFC 8032 §7.1, tests 1 and 2)', async () => {
    const one = fromHex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60')
    expect(toHex(await fallbackCurves.signingKey(one, sha512))).toBe(
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    )
    expect(toHex(await fallbackCurves.sign(one, new Uint8Array(), sha512))).toBe(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    )
    const two = fromHex('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb')
    expect(toHex(await fallbackCurves.sign(two, fromHex('72'), sha512))).toBe(
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    )
  })

  it('ChaCha20-Poly1305 (RFC 8439 §2.8.2)', () => {
    const key = Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at)
    const text =
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it."
    const sealed = chacha20poly1305(
      key,
      fromHex('070000004041424344454647'),
      fromHex('50515253c0c1c2c3c4c5c6c7'),
    ).encrypt(new TextEncoder().encode(text))
    expect(toHex(sealed)).toBe(
      'd31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691',
    )
  })

  it('a topic is the SHA-256 of the bytes, not of their hex', async () => {
    const key = randomBytes(systemRandom, 32)
    const expected = createHash('sha256').update(key).digest('hex')
    expect(await native.topicOf(key)).toBe(expected)
    expect(await native.topicOf(toHex(key))).toBe(expected)
    expect(await native.digestOf('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })
})

it('the fallback signs and agrees as WebCrypto does, whatever the key', async () => {
  const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
  await fc.assert(
    fc.asyncProperty(bytes32, bytes32, fc.uint8Array({ maxLength: 200 }), async (given, other, message) => {
      const [seed, text] = [Uint8Array.from(given), Uint8Array.from(message)]
      const pkcs8 = (oid: string) => fromHex(`302e020100300506032b65${oid}04220420${toHex(seed)}`)
      const signer = await crypto.subtle.importKey('pkcs8', pkcs8('70'), 'Ed25519', false, ['sign'])
      const seen = await crypto.subtle.exportKey(
        'jwk',
        await crypto.subtle.importKey('pkcs8', pkcs8('70'), 'Ed25519', true, ['sign']),
      )
      expect(encodeBase64Url(await fallbackCurves.signingKey(seed, sha512))).toBe(seen.x)
      expect(toHex(await fallbackCurves.sign(seed, text, sha512))).toBe(
        toHex(new Uint8Array(await crypto.subtle.sign('Ed25519', signer, text))),
      )
      const secret = await crypto.subtle.importKey('pkcs8', pkcs8('6e'), 'X25519', false, ['deriveBits'])
      const peer = toHex(fallbackCurves.agreementKey(Uint8Array.from(other)))
      const publicKey = toHex(fallbackCurves.agreementKey(seed))
      expect(await native.agree({ secret, publicKey }, peer)).toEqual(
        await fallback.agree({ secret: seed, publicKey }, peer),
      )
    }),
    { numRuns: 25 },
  )
})

describe('agreement', () => {
  it('WebCrypto and the fallback agree on the same key, and neither secret can be read out of WebCrypto', async () => {
    const expected = await fallback.agree(bob, alicePublicKey)
    const keys = await nativeBob()
    expect(toHex(await native.agree(keys, alicePublicKey))).toBe(toHex(expected))
    const [one, two] = [await native.generateKeyPair(), await fallback.generateKeyPair()]
    expect(one.secret).toBeInstanceOf(CryptoKey)
    expect((one.secret as CryptoKey).extractable).toBe(false)
    expect(two.secret).toBeInstanceOf(Uint8Array)
    expect(await native.agree(one, two.publicKey)).toEqual(await fallback.agree(two, one.publicKey))
  })

  it.each([
    ['no hex', 'x'.repeat(64)],
    ['too short', 'ab'],
    ['upper case', 'AB'.repeat(32)],
    ['low order: zero', '00'.repeat(32)],
    ['low order: one', `01${'00'.repeat(31)}`],
    ['low order: of order 8', 'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800'],
  ])('T93: refuses a public key that is %s', async (_name, peer) => {
    await expect(native.agree(await nativeBob(), peer)).rejects.toSatisfy(isBadAnswer)
    await expect(fallback.agree(bob, peer)).rejects.toSatisfy(isBadAnswer)
  })
})

it('a key of a new pairing has 32 random bytes, none of them twice in order', () => {
  const key = native.generateSymKey()
  expect(key).toHaveLength(32)
  expect(toHex(key.subarray(0, 16))).not.toBe(toHex(key.subarray(16)))
  expect(toHex(native.generateSymKey())).not.toBe(toHex(key))
})

describe('envelopes (T87)', () => {
  const key = randomBytes(systemRandom, 32)

  it('type 0 and type 1 come back as they were; no two are alike', async () => {
    fc.assert(
      fc.property(anyText, text => {
        // A lone surrogate is no text: it becomes U+FFFD on its way.
        const sent = new TextDecoder().decode(new TextEncoder().encode(text))
        const message = native.seal(text, key)
        expect(openEnvelope(message, key)).toBe(sent)
        expect(native.seal(text, key)).not.toBe(message)
      }),
    )
    const [self, peer] = [await native.generateKeyPair(), await fallback.generateKeyPair()]
    const symKey = await fallback.agree(peer, self.publicKey)
    const message = fallback.seal('hello', symKey, peer.publicKey)
    expect(await native.openFrom(message, self)).toEqual({
      text: 'hello',
      symKey,
      senderPublicKey: peer.publicKey,
    })
    // Each type only where it belongs.
    expectBad(() => openEnvelope(message, symKey))
    await expect(native.openFrom(native.seal('hello', symKey), self)).rejects.toSatisfy(isBadAnswer)
  })

  it('refuses every change of one bit, another key, and a cut', () => {
    const message = native.seal('{"id":1}', key)
    const bytes = decodeBase64(message) ?? expect.unreachable()
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Uint8Array.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expectBad(() => openEnvelope(encodeBase64(changed), key))
    }
    for (let length = 0; length < bytes.length; length++)
      expectBad(() => openEnvelope(encodeBase64(bytes.slice(0, length)), key))
    expectBad(() => openEnvelope(message, randomBytes(systemRandom, 32)))
  })

  it('refuses what is not UTF-8 inside', () => {
    const iv = new Uint8Array(12)
    const sealed = chacha20poly1305(key, iv).encrypt(Uint8Array.of(0xff, 0xfe))
    expectBad(() => openEnvelope(encodeBase64(Uint8Array.of(0, ...iv, ...sealed)), key))
  })

  it('refuses type 2, which is not encrypted, and every type beyond', () => {
    const text = new TextEncoder().encode('{"id":1,"jsonrpc":"2.0","method":"wc_sessionPing","params":{}}')
    for (let type = 2; type < 256; type++)
      expectBad(() => openEnvelope(encodeBase64(Uint8Array.of(type, ...text)), key))
  })
})

it('without WebCrypto, as on a page over plain http, everything works by the fallback', async () => {
  // `undefined` would mean the one of this runtime: take it away for this test.
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'crypto')
  const bare = { getRandomValues: crypto.getRandomValues.bind(crypto) }
  Object.defineProperty(globalThis, 'crypto', { value: bare, configurable: true })
  try {
    const plain = createCrypto({ random: systemRandom })
    const keys = await plain.generateKeyPair()
    expect(keys.secret).toBeInstanceOf(Uint8Array)
    expect(toHex(await plain.agree(bob, alicePublicKey))).toHaveLength(64)
    expect(await plain.digestOf('abc')).toMatch(/^ba7816bf/)
  } finally {
    if (descriptor) Object.defineProperty(globalThis, 'crypto', descriptor)
  }
})
