import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fromHex, randomBytes, toBytes, toHex, xorBytes } from './bytes.ts'
import { joinShares } from './commitOf.ts'
import { createKey } from './createKey.ts'
import { addressesOf } from './derive/addressesOf.ts'
import { deriveEvmKey, deriveOwnerKey, deriveSecp256k1 } from './derive/deriveEvmKey.ts'
import { deriveEd25519, deriveSolanaKey } from './derive/deriveSolanaKey.ts'
import { seedOf } from './derive/words.ts'
import { account, openDevice, openWallet } from './device.fixture.ts'
import { ownerOf, withPossession } from './ownerKey.ts'
import { recordBuffers } from './recordBuffers.fixture.ts'
import { keyOfPasskey } from './recovery/keyOfPasskey.ts'
import { aboutFactor, factorOf, operatorFactor } from './recovery/makeFactor.ts'
import { enrollDevice, recoverKey } from './recovery/recoverKey.ts'
import { seal, sealingKey } from './sealed.ts'
import { signEd25519, signEvmDigest, signOwnerDigest, signSolanaMessage } from './signWith.ts'
import { splitForDevice } from './splitForDevice.ts'
import { withKey } from './withKey.ts'

const request = '11'.repeat(32)
const digest = new Uint8Array(32).fill(7)
const code = (error: string) => expect.objectContaining({ code: error })
const hard = 0x80000000
/** Copies that libraries leave, out of our reach: bip39 of the key, each time it spells the words; the curve of an EVM key. */
const byWords = 1
const byCurve = 4

afterEach(() => vi.restoreAllMocks())

describe('S10 T79: the recorder', () => {
  it('sees what is left in an array, however it was made, and nothing once it is overwritten', async () => {
    const secret = randomBytes(32)
    const padded = new Uint8Array([...new Uint8Array(5), ...secret])
    const { copiesOf, result } = await recordBuffers(() => [
      new Uint8Array(secret),
      Uint8Array.from(secret, byte => byte),
      padded.slice(5),
      new Uint8Array(Uint8Array.from(padded).buffer),
    ])
    expect(copiesOf(secret)).toBe(4)
    result[0]?.fill(0)
    result[3]?.fill(0)
    expect(copiesOf(secret)).toBe(2)
  })
})

describe('S10 T79: signing leaves in its buffers', () => {
  it('no seed, and of an EVM key only the copies that the curve’s library makes', async () => {
    const entropy = randomBytes(32)
    const { eip155 } = await addressesOf(entropy)
    const seed = await seedOf(entropy)
    const key = deriveEvmKey(seed)
    const { copiesOf } = await recordBuffers(() => signEvmDigest(entropy, digest, eip155))
    expect({ seed: copiesOf(seed), key: copiesOf(key), entropy: copiesOf(entropy) }).toEqual({
      seed: 0,
      key: byCurve,
      entropy: byWords,
    })
  })

  it('no seed, and of the owner’s key only the copies that the curve’s library makes', async () => {
    const entropy = randomBytes(32)
    const { owner } = await addressesOf(entropy)
    const seed = await seedOf(entropy)
    const key = deriveOwnerKey(seed)
    const { copiesOf } = await recordBuffers(() => signOwnerDigest(entropy, digest, owner))
    expect({ seed: copiesOf(seed), key: copiesOf(key) }).toEqual({ seed: 0, key: byCurve })
  })

  it('no seed and no Solana key, where the browser signs', async () => {
    const entropy = randomBytes(32)
    const { solana } = await addressesOf(entropy)
    const seed = await seedOf(entropy)
    const key = deriveSolanaKey(seed)
    const { copiesOf } = await recordBuffers(() => signSolanaMessage(entropy, digest, solana))
    expect({ seed: copiesOf(seed), key: copiesOf(key) }).toEqual({ seed: 0, key: 0 })
  })

  it('no key, if it belongs to another address', async () => {
    const entropy = randomBytes(32)
    const { eip155, solana, owner } = await addressesOf(randomBytes(32))
    const seed = await seedOf(entropy)
    const keys = [seed, deriveEvmKey(seed), deriveSolanaKey(seed), deriveOwnerKey(seed)]
    const { copiesOf } = await recordBuffers(async () => {
      await expect(signEvmDigest(entropy, digest, eip155)).rejects.toThrow(code('mismatch'))
      await expect(signSolanaMessage(entropy, digest, solana)).rejects.toThrow(code('mismatch'))
      await expect(signOwnerDigest(entropy, digest, owner)).rejects.toThrow(code('mismatch'))
    })
    expect(keys.map(copiesOf)).toEqual([0, 0, 0, 0])
  })

  it.each([
    ['signed', undefined],
    ['failed', new DOMException('busy', 'OperationError')],
    ['has no Ed25519', new DOMException('unknown', 'NotSupportedError')],
  ])('no PKCS #8 form of the key, once the browser %s', async (_what, failure) => {
    const seed = randomBytes(32)
    const imported: Uint8Array[] = []
    const importKey = crypto.subtle.importKey.bind(crypto.subtle)
    vi.spyOn(crypto.subtle, 'importKey').mockImplementation(async (...args: readonly unknown[]) => {
      imported.push(args[1] as Uint8Array)
      if (failure) throw failure
      return (importKey as (...all: readonly unknown[]) => Promise<CryptoKey>)(...args)
    })
    const signed = signEd25519(seed, digest)
    if (failure?.name === 'OperationError') await expect(signed).rejects.toBe(failure)
    else expect(await signed).toHaveLength(64)
    expect(imported.map(bytes => toHex(bytes))).toEqual(['00'.repeat(48)])
  })
})

describe('S10 T79: deriving leaves in its buffers', () => {
  const seed = fromHex('5e'.repeat(64))
  const evm = [44 + hard, 60 + hard, hard, 0, 0]
  const owner = [44 + hard, 60 + hard, 1 + hard, 0, 0]
  const solana = [44, 501, 0, 0]
  // The chain codes as well: with a parent's, a child's key is its parent's.
  const steps = (derive: typeof deriveSecp256k1, path: readonly number[]) =>
    path.map((_, length) => derive(seed, path.slice(0, length))).flatMap(({ key, chain }) => [key, chain])

  it.each([
    ['an EVM', deriveEvmKey, deriveSecp256k1, evm],
    ['an owner’s', deriveOwnerKey, deriveSecp256k1, owner],
    ['a Solana', deriveSolanaKey, deriveEd25519, solana],
  ] as const)('of %s key nothing but the key', async (_which, deriveKey, derive, path) => {
    const parents = steps(derive, path)
    const { key } = derive(seed, path)
    const { copiesOf, result } = await recordBuffers(() => deriveKey(seed))
    expect(result).toEqual(key)
    expect(copiesOf(key)).toBe(1)
    expect(parents.map(copiesOf)).toEqual(parents.map(() => 0))
  })

  it('no tweak that leads from one EVM key to the next', async () => {
    const tweaks: Uint8Array[] = []
    for (let length = 0; length < evm.length; length++) {
      const parent = deriveSecp256k1(seed, evm.slice(0, length)).key
      const child = deriveSecp256k1(seed, evm.slice(0, length + 1)).key
      tweaks.push(tweakBetween(parent, child))
    }
    const { copiesOf } = await recordBuffers(() => deriveEvmKey(seed))
    expect(tweaks.map(copiesOf)).toEqual([0, 0, 0, 0, 0])
  })

  it('no key and no seed, once an account’s addresses are known', async () => {
    const entropy = randomBytes(32)
    const all = await seedOf(entropy)
    const secrets = [all, deriveEvmKey(all), deriveSolanaKey(all), deriveOwnerKey(all)]
    const { copiesOf } = await recordBuffers(() => addressesOf(entropy))
    expect(secrets.map(copiesOf)).toEqual([0, 0, 0, 0])
  })

  it('no seed of the key by which possession is shown', async () => {
    const entropy = randomBytes(32)
    const owner = hkdf(sha256, entropy, undefined, toBytes('latchkey owner'), 32)
    const of = { path: '/v1/custody/pair', account, device: 'd', body: {} }
    const { copiesOf } = await recordBuffers(async () => {
      ownerOf(entropy)
      await withPossession(entropy, of)
    })
    expect(copiesOf(owner)).toBe(0)
  })
})

describe('S10 T79: joining and splitting leave in their buffers', () => {
  it('neither key share once the key is joined, and no key once it was used', async () => {
    const { ctx, entropy, own, theirs } = await openWallet()
    const seen: number[] = []
    const { copiesOf } = await recordBuffers(() =>
      withKey(ctx, { account, request, purpose: 'sign' }, async key => {
        seen.push(key[0] ?? -1)
        expect(toHex(key)).toBe(toHex(entropy))
      }),
    )
    expect(seen).toEqual([entropy[0]])
    expect([own, theirs, entropy].map(copiesOf)).toEqual([0, 0, 0])
  })

  it('neither key share and no key after a use that failed', async () => {
    const { ctx, entropy, own, theirs } = await openWallet()
    const { copiesOf } = await recordBuffers(() =>
      expect(
        withKey(ctx, { account, request, purpose: 'sign' }, () => Promise.reject(new Error('closed'))),
      ).rejects.toThrow('closed'),
    )
    expect([own, theirs, entropy].map(copiesOf)).toEqual([0, 0, 0])
  })

  it('nothing that two key shares of different keys join to', async () => {
    const [own, theirs] = [randomBytes(32), randomBytes(32)]
    const { copiesOf } = await recordBuffers(() =>
      expect(() => joinShares(own, theirs, { commit: '00'.repeat(16), account })).toThrow(code('mismatch')),
    )
    expect(copiesOf(xorBytes(own, theirs))).toBe(0)
  })

  it('neither key share after a split for a device', async () => {
    const { ctx, entropy } = await openWallet()
    const { copiesOf, result } = await recordBuffers(() =>
      splitForDevice(ctx.device, { account, epoch: 2, entropy }),
    )
    const theirs = fromHex(result.half)
    expect([theirs, xorBytes(entropy, theirs)].map(copiesOf)).toEqual([0, 0])
  })

  it('neither key share after a split for a factor of either kind', async () => {
    const entropy = randomBytes(32)
    const key = await sealingKey(randomBytes(32), 'test', account)
    for (const make of [factorOf('code', key), operatorFactor()]) {
      const { copiesOf, result } = await recordBuffers(() => make(entropy, account))
      const theirs = fromHex(result.half)
      expect([theirs, xorBytes(entropy, theirs)].map(copiesOf)).toEqual([0, 0])
    }
  })

  it('no key after it was created, or could not be', async () => {
    for (const answer of [
      () => ({}),
      () => {
        throw new Error('offline')
      },
    ]) {
      const ctx = await openDevice(answer)
      const shown: Uint8Array[] = []
      const show = async (key: Uint8Array) => void shown.push(key, key.slice())
      const { copiesOf } = await recordBuffers(() => createKey(ctx, { account, show }).catch(() => undefined))
      const [wiped, kept] = shown
      expect(toHex(wiped ?? randomBytes(32))).toBe('00'.repeat(32))
      const byTest = 1
      expect(copiesOf(kept ?? randomBytes(32))).toBe(byWords + byTest)
    }
  })
})

describe('S10 T79: recovering leaves in its buffers', () => {
  async function openFactor() {
    const wallet = await openWallet()
    const { own, theirs, commit } = wallet
    const key = await sealingKey(randomBytes(32), 'test', account)
    const id = '33'.repeat(16)
    const sealed = await seal(key, own, { kdf: 'code', epoch: 0, about: aboutFactor(account, id) })
    const factor = { id, kind: 'code' as const, sealed, params: {}, half: '' }
    const known = { account, wallet: { commit, pairs: [], factors: [] } }
    const options = { known, factor, key } as unknown as Parameters<typeof recoverKey>[1]
    const answer = { half: toHex(theirs) }
    return { ...wallet, options, ctx: await openDevice(() => answer), answer }
  }

  it('neither share of the factor, and no key', async () => {
    const { ctx, options, own, theirs, entropy, addresses } = await openFactor()
    const { copiesOf, result } = await recordBuffers(() => recoverKey(ctx, options))
    expect(result).toEqual(addresses)
    expect([own, theirs, entropy].map(copiesOf)).toEqual([0, 0, byWords])
  })

  it('no key of another wallet, which is not enrolled', async () => {
    const { ctx, options, own } = await openFactor()
    const other = Uint8Array.from(own)
    const enrolled = enrollDevice(ctx, { known: options.known, entropy: other })
    await expect(enrolled).rejects.toThrow(code('mismatch'))
    expect(toHex(other)).toBe('00'.repeat(32))
  })

  it('no secret of a passkey once its key is derived, or could not be', async () => {
    const secret = randomBytes(32)
    const handed = Uint8Array.from(secret)
    await keyOfPasskey(handed, account)
    expect(toHex(handed)).toBe('00'.repeat(32))
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('busy', 'OperationError'))
    handed.set(secret)
    await expect(keyOfPasskey(handed, account)).rejects.toThrow('busy')
    expect(toHex(handed)).toBe('00'.repeat(32))
  })
})

/** What was added to a parent's scalar, modulo the curve's order, to make its child's. */
function tweakBetween(parent: Uint8Array, child: Uint8Array): Uint8Array {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const [from, to] = [parent, child].map(bytes => BigInt(`0x${toHex(bytes)}`))
  const tweak = ((to ?? 0n) - (from ?? 0n) + order) % order
  return fromHex(tweak.toString(16).padStart(64, '0'))
}
