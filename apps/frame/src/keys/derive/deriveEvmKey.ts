import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { type Bytes, toBytes, wipe } from '../bytes.ts'
import { type ExtendedKey, splitKey } from './splitKey.ts'

const order = secp256k1.Point.Fn.ORDER
/** m/44'/60'/0'/0/0, as every EVM wallet has its first account. */
const evmPath = [44 + 0x80000000, 60 + 0x80000000, 0x80000000, 0, 0] as const
/** m/44'/60'/1'/0/0: the next account, which other software derives as well. */
const ownerPath = [44 + 0x80000000, 60 + 0x80000000, 1 + 0x80000000, 0, 0] as const

/** The private key of a seed's first EVM account. The caller wipes it. */
export function deriveEvmKey(seed: Uint8Array): Bytes {
  return deriveSecp256k1(seed, evmPath).key
}

/**
 * The private key of the smart account's owner. It signs for that account alone and is never an account of its own: one
 * text signed by a key that owns a Safe can empty it (SPEC §6). The caller wipes it.
 */
export function deriveOwnerKey(seed: Uint8Array): Bytes {
  return deriveSecp256k1(seed, ownerPath).key
}

/**
 * BIP-32 private derivation.
 * @throws Error for the one seed or step in 2^127 that has no key.
 */
export function deriveSecp256k1(seed: Uint8Array, path: readonly number[]): ExtendedKey {
  let { key, chain } = splitKey(hmac(sha512, toBytes('Bitcoin seed'), seed))
  check(toNumber(key))
  for (const index of path) {
    const data = new Uint8Array(37)
    if (index >= 0x80000000) data.set(key, 1)
    else data.set(secp256k1.getPublicKey(key, true))
    new DataView(data.buffer).setUint32(33, index)
    const next = splitKey(hmac(sha512, chain, data))
    const tweak = toNumber(next.key)
    const child = (tweak + toNumber(key)) % order
    if (tweak >= order) throw new Error('This step has no key')
    check(child)
    wipe(data, key, chain, next.key)
    key = fromNumber(child)
    chain = next.chain
  }
  return { key, chain }
}

function check(scalar: bigint): void {
  if (scalar === 0n || scalar >= order) throw new Error('This seed has no key')
}

function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}

function fromNumber(scalar: bigint): Bytes {
  const bytes = new Uint8Array(32)
  for (let i = 31, rest = scalar; i >= 0; i--, rest >>= 8n) bytes[i] = Number(rest & 0xffn)
  return bytes
}
