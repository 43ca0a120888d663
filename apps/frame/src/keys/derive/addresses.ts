import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { formatBase58 } from 'latchkey/services'
import { type Bytes, toBytes, toHex } from '../bytes.ts'

/** The address of a private key, with EIP-55's capitals. */
export function evmAddressOf(key: Uint8Array): `0x${string}` {
  const point = secp256k1.getPublicKey(key, false).slice(1)
  const plain = toHex(keccak_256(point).slice(-20))
  const hash = toHex(keccak_256(toBytes(plain)))
  const cased = plain.replace(/[a-f]/g, (letter, at: number) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? letter.toUpperCase() : letter,
  )
  return `0x${cased}`
}

/** The address of an Ed25519 seed: its public key in base58. */
export function solanaAddressOf(seed: Uint8Array): string {
  return formatBase58(ed25519.getPublicKey(seed))
}

/** The private key of an Ed25519 seed as Solana's wallets take it: the seed and its public key. The caller wipes it. */
export function secretOf(seed: Uint8Array): Bytes {
  return Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)])
}
