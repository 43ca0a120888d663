import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSame, randomBytes, xorBytes } from './bytes.ts'
import { commitOf, joinShares } from './commitOf.ts'
import { addressesOf } from './derive/addressesOf.ts'
import { openSealed, seal, sealingKey } from './sealed.ts'
import { signEvmDigest, signOwnerDigest, signSolanaMessage } from './signWith.ts'

const code = (error: string) => expect.objectContaining({ code: error })
const about = ['own half', 'ann', 'device'] as const

describe('a closed record', () => {
  it('of the newest form and of the one before opens; one of a later form is refused', async () => {
    const key = await sealingKey(randomBytes(32), 'test', 'ann')
    const content = randomBytes(32)
    for (const form of [1, 2]) {
      const record = await seal(key, content, { kdf: 'code', epoch: 3, about }, form)
      expect(record).toMatchObject({ v: form, alg: 'A256GCM', kdf: 'code', epoch: 3 })
      expect(await openSealed(key, record, about)).toEqual(content)
      await expect(openSealed(key, { ...record, v: 3 }, about)).rejects.toThrow(code('form'))
    }
    const written = await seal(key, content, { kdf: 'code', epoch: 3, about })
    expect(written.v).toBe(2)
    // What says how it was closed cannot be said otherwise.
    for (const change of [{ v: 1 }, { kdf: 'prf' as const }, { epoch: 4 }])
      await expect(openSealed(key, { ...written, ...change }, about)).rejects.toThrow(code('secret'))
    await expect(openSealed(key, written, ['own half', 'bob', 'device'])).rejects.toThrow(code('secret'))
    for (const nothing of [undefined, null, 'x', {}, { ...written, more: 1 }, { ...written, data: 'xyz' }])
      await expect(openSealed(key, nothing, about)).rejects.toThrow(code('form'))
  })

  it('of the form before is bound to its epoch as well', async () => {
    const key = await sealingKey(randomBytes(32), 'test', 'ann')
    const record = await seal(key, randomBytes(32), { kdf: 'code', epoch: 3, about }, 1)
    await expect(openSealed(key, { ...record, epoch: 4 }, about)).rejects.toThrow(code('secret'))
  })

  it('has a nonce of its own each time', async () => {
    const key = await sealingKey(randomBytes(32), 'test', 'ann')
    const content = randomBytes(32)
    const close = () => seal(key, content, { kdf: 'code', epoch: 1, about })
    const records = await Promise.all(Array.from({ length: 200 }, close))
    expect(new Set(records.map(({ iv }) => iv)).size).toBe(200)
    expect(records.every(({ iv }) => iv.length === 24)).toBe(true)
  })

  it('opens with the key of its own purpose and account alone, which cannot be read out', async () => {
    const secret = randomBytes(32)
    const key = await sealingKey(secret, 'test', 'ann')
    const record = await seal(key, randomBytes(32), { kdf: 'code', epoch: 1, about })
    expect(await openSealed(await sealingKey(secret, 'test', 'ann'), record, about)).toHaveLength(32)
    for (const [purpose, account] of [
      ['other', 'ann'],
      ['test', 'bob'],
    ] as const) {
      const other = await sealingKey(secret, purpose, account)
      await expect(openSealed(other, record, about)).rejects.toThrow(code('secret'))
    }
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  })

  it('T77: does not open after any changed byte', async () => {
    const key = await sealingKey(randomBytes(32), 'test', 'ann')
    const record = await seal(key, randomBytes(32), { kdf: 'wrap', epoch: 1, about })
    for (const field of ['iv', 'data'] as const) {
      const text = record[field]
      for (let at = 0; at < text.length; at += 2) {
        const byte = (Number.parseInt(text.slice(at, at + 2), 16) ^ 1).toString(16).padStart(2, '0')
        const changed = { ...record, [field]: text.slice(0, at) + byte + text.slice(at + 2) }
        await expect(openSealed(key, changed, about), `${field} ${at}`).rejects.toThrow(code('secret'))
      }
    }
  })

  it('returns the sealed bytes', async () => {
    const key = await sealingKey(randomBytes(32), 'test', 'ann')
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.string(), async (bytes, what) => {
        const content = Uint8Array.from(bytes)
        const record = await seal(key, content, { kdf: 'prf', epoch: 0, about: [what] })
        expect(await openSealed(key, record, [what])).toEqual(content)
      }),
      { numRuns: 50 },
    )
  })
})

it('compares every byte of two values', () => {
  const value = randomBytes(16)
  expect(isSame(value, Uint8Array.from(value))).toBe(true)
  for (let at = 0; at < value.length; at++) {
    const other = Uint8Array.from(value, (byte, index) => (index === at ? byte ^ 1 : byte))
    expect(isSame(value, other), String(at)).toBe(false)
  }
  expect(isSame(value, value.slice(1))).toBe(false)
})

describe('T77: key shares', () => {
  it('make no key and no signature after any flipped byte', () => {
    const entropy = randomBytes(32)
    const own = randomBytes(32)
    const theirs = xorBytes(entropy, own)
    const expected = { commit: commitOf(entropy, 'ann'), account: 'ann' }
    expect(joinShares(own, theirs, expected)).toEqual(entropy)
    for (const half of [own, theirs])
      for (let at = 0; at < 32; at++)
        for (const bit of [1, 128]) {
          half[at] = (half[at] ?? 0) ^ bit
          expect(() => joinShares(own, theirs, expected)).toThrow(code('mismatch'))
          half[at] = (half[at] ?? 0) ^ bit
        }
    expect(() => joinShares(own, theirs, { ...expected, account: 'bob' })).toThrow(code('mismatch'))
    expect(() => joinShares(own, theirs, { ...expected, commit: '00'.repeat(16) })).toThrow(code('mismatch'))
  })

  it('of another wallet sign nothing for this one, on either kind of chain (T137)', async () => {
    const entropy = randomBytes(32)
    const addresses = await addressesOf(entropy)
    const other = await addressesOf(randomBytes(32))
    const digest = randomBytes(32)
    const signature = await signEvmDigest(entropy, digest, addresses.eip155)
    expect(signature.r).toMatch(/^0x[0-9a-f]{64}$/)
    await expect(signEvmDigest(entropy, digest, other.eip155)).rejects.toThrow(code('mismatch'))
    const owned = await signOwnerDigest(entropy, digest, addresses.owner)
    expect(owned.r).not.toBe(signature.r)
    // T137: neither of the two keys signs as the other.
    for (const owner of [other.owner, addresses.eip155])
      await expect(signOwnerDigest(entropy, digest, owner)).rejects.toThrow(code('mismatch'))
    await expect(signEvmDigest(entropy, digest, addresses.owner)).rejects.toThrow(code('mismatch'))
    expect(await signSolanaMessage(entropy, digest, addresses.solana)).toHaveLength(64)
    await expect(signSolanaMessage(entropy, digest, other.solana)).rejects.toThrow(code('mismatch'))
  })
})
