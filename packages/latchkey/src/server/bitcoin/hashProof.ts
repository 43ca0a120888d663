/** What a key signs of a message by BIP-322, with the rules of BIP-143 and BIP-341 for one input and one output. */
import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Proof } from './parseProof.ts'

const twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))
const uint32 = (value: number): Uint8Array =>
  Uint8Array.of(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24)
/** Bytes behind their count; no script here has 253. */
const counted = (bytes: Uint8Array): Uint8Array => concatBytes(Uint8Array.of(bytes.length), bytes)

const zeroes = (length: number): Uint8Array => new Uint8Array(length)
/** No coins. */
const amount = zeroes(8)
/** The one output: no coins, to OP_RETURN. */
const output = concatBytes(amount, Uint8Array.of(0x01, 0x6a))

/** The first output of BIP-322's transaction `to_spend`, 36 bytes: it commits to the message and to the script of the address. */
export function outpointOf(message: string, script: Uint8Array): Uint8Array {
  const hash = schnorr.utils.taggedHash('BIP0322-signed-message', utf8ToBytes(message))
  const toSpend = concatBytes(
    // Version 0, and one input that spends nothing; its script is OP_0 and the hash.
    uint32(0),
    Uint8Array.of(1),
    zeroes(32),
    uint32(0xffff_ffff),
    counted(concatBytes(Uint8Array.of(0x00, 0x20), hash)),
    uint32(0),
    // One output of no coins to the address; no lock.
    Uint8Array.of(1),
    amount,
    counted(script),
    uint32(0),
  )
  return concatBytes(twice(toSpend), uint32(0))
}

type Signed = Pick<Proof, 'version' | 'sequence' | 'lockTime'>

/** What an ECDSA key signs for witness version 0 (BIP-143), with SIGHASH_ALL. */
export function hashWitnessV0(proof: Signed, outpoint: Uint8Array, keyHash: Uint8Array): Uint8Array {
  return twice(
    concatBytes(
      uint32(proof.version),
      twice(outpoint),
      twice(uint32(proof.sequence)),
      outpoint,
      // The script of an address by key.
      Uint8Array.of(0x19, 0x76, 0xa9, 0x14),
      keyHash,
      Uint8Array.of(0x88, 0xac),
      amount,
      uint32(proof.sequence),
      twice(output),
      uint32(proof.lockTime),
      uint32(1),
    ),
  )
}

/** What a Schnorr key signs for the key path of taproot (BIP-341), with SIGHASH_DEFAULT (0) or SIGHASH_ALL (1). */
export function hashTaproot(
  proof: Signed,
  outpoint: Uint8Array,
  { script, type }: { readonly script: Uint8Array; readonly type: 0 | 1 },
): Uint8Array {
  return schnorr.utils.taggedHash(
    'TapSighash',
    concatBytes(
      Uint8Array.of(0, type),
      uint32(proof.version),
      uint32(proof.lockTime),
      sha256(outpoint),
      sha256(amount),
      sha256(counted(script)),
      sha256(uint32(proof.sequence)),
      sha256(output),
      // The key path without an annex, and the first input.
      Uint8Array.of(0),
      uint32(0),
    ),
  )
}
