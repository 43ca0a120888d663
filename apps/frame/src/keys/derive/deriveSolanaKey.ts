import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { type Bytes, toBytes, wipe } from '../bytes.ts'
import { type ExtendedKey, splitKey } from './splitKey.ts'

/** m/44'/501'/0'/0', as Solana wallets have their first account; SLIP-10's Ed25519 knows hardened steps alone. */
const solanaPath = [44, 501, 0, 0] as const

/** The Ed25519 seed of a seed's first Solana account. The caller wipes it. */
export function deriveSolanaKey(seed: Uint8Array): Bytes {
  return deriveEd25519(seed, solanaPath).key
}

/** SLIP-10 for Ed25519; every step is hardened. */
export function deriveEd25519(seed: Uint8Array, path: readonly number[]): ExtendedKey {
  let { key, chain } = splitKey(hmac(sha512, toBytes('ed25519 seed'), seed))
  for (const index of path) {
    const data = new Uint8Array(37)
    data.set(key, 1)
    new DataView(data.buffer).setUint32(33, index + 0x80000000)
    const next = splitKey(hmac(sha512, chain, data))
    wipe(data, key, chain)
    key = next.key
    chain = next.chain
  }
  return { key, chain }
}
