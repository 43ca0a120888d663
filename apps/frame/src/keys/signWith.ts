import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { type Bytes, fromHex, toHex, wipe } from './bytes.ts'
import { evmAddressOf, solanaAddressOf } from './derive/addresses.ts'
import type { Addresses } from './derive/addressesOf.ts'
import { deriveEvmKey, deriveOwnerKey } from './derive/deriveEvmKey.ts'
import { deriveSolanaKey } from './derive/deriveSolanaKey.ts'
import { seedOf } from './derive/words.ts'
import { KeysError } from './keysError.ts'

/** A signature over a 32-byte digest, low s (EIP-2), with which of the two points it is. */
export interface EvmSignature {
  readonly r: `0x${string}`
  readonly s: `0x${string}`
  readonly yParity: 0 | 1
}

/**
 * Signs a digest with the key's EVM account, if that is the account it is meant for.
 * @throws KeysError `mismatch` when the key belongs to another address (T77).
 */
export async function signEvmDigest(
  entropy: Uint8Array,
  digest: Uint8Array,
  address: Addresses['eip155'],
): Promise<EvmSignature> {
  const account = { derive: deriveEvmKey, addressOf: evmAddressOf, address }
  return withAccount(entropy, account, key => signSecp256k1(key, digest))
}

/**
 * Signs a digest with the owner of the smart account: only digests of `smartaccount/` that the frame built itself.
 * @throws KeysError `mismatch` when the key's owner has another address (T77).
 */
export async function signOwnerDigest(
  entropy: Uint8Array,
  digest: Uint8Array,
  address: NonNullable<Addresses['owner']>,
): Promise<EvmSignature> {
  const owner = { derive: deriveOwnerKey, addressOf: evmAddressOf, address }
  return withAccount(entropy, owner, key => signSecp256k1(key, digest))
}

function signSecp256k1(key: Bytes, digest: Uint8Array): EvmSignature {
  const bytes = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  const hex = toHex(bytes)
  return { r: `0x${hex.slice(2, 66)}`, s: `0x${hex.slice(66)}`, yParity: bytes[0] === 1 ? 1 : 0 }
}

/**
 * Signs bytes with the key's Solana account, if that is the account it is meant for.
 * @throws KeysError `mismatch` when the key belongs to another address (T77).
 */
export async function signSolanaMessage(
  entropy: Uint8Array,
  message: Bytes,
  address: Addresses['solana'],
): Promise<Bytes> {
  return withAccount(entropy, { derive: deriveSolanaKey, addressOf: solanaAddressOf, address }, key =>
    signEd25519(key, message),
  )
}

/** Derives an account's key, checks that its address is the expected one, signs with it and wipes it. */
async function withAccount<T>(
  entropy: Uint8Array,
  account: {
    readonly derive: (seed: Uint8Array) => Bytes
    readonly addressOf: (key: Bytes) => string
    readonly address: string
  },
  sign: (key: Bytes) => T | Promise<T>,
): Promise<T> {
  const seed = await seedOf(entropy)
  const key = account.derive(seed)
  wipe(seed)
  try {
    if (account.addressOf(key) !== account.address) throw new KeysError('mismatch')
    return await sign(key)
  } finally {
    wipe(key)
  }
}

const pkcs8Head = fromHex('302e020100300506032b657004220420')

/** By the browser's own Ed25519, whose key cannot be read back; by ours in browsers without it (T79). */
export async function signEd25519(seed: Uint8Array, message: Bytes): Promise<Bytes> {
  const pkcs8 = new Uint8Array([...pkcs8Head, ...seed])
  try {
    const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign'])
    return new Uint8Array(await crypto.subtle.sign('Ed25519', key, message))
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotSupportedError') throw error
    return Uint8Array.from(ed25519.sign(message, seed))
  } finally {
    wipe(pkcs8)
  }
}
