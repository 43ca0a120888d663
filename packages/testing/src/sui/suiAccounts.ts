import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { toBase64 } from '../core/base64.ts'

const schemes = {
  ed25519: {
    flag: 0,
    publicKey: (secret: Uint8Array) => ed25519.getPublicKey(secret),
    sign: (digest: Uint8Array, secret: Uint8Array) => ed25519.sign(digest, secret),
  },
  secp256k1: {
    flag: 1,
    publicKey: (secret: Uint8Array) => secp256k1.getPublicKey(secret),
    sign: (digest: Uint8Array, secret: Uint8Array) => secp256k1.sign(digest, secret, { lowS: true }),
  },
  secp256r1: {
    flag: 2,
    publicKey: (secret: Uint8Array) => p256.getPublicKey(secret),
    sign: (digest: Uint8Array, secret: Uint8Array) => p256.sign(digest, secret, { lowS: true }),
  },
} as const

/** How an account of Sui signs. */
export type SuiScheme = keyof typeof schemes

/** A key of a simulated Sui wallet. */
export interface SuiTestKey {
  readonly scheme: SuiScheme
  /** The 32 bytes of its secret, as numbers. */
  readonly seed: readonly number[]
}

/** An account of a simulated Sui wallet. */
export interface SuiTestAccount extends SuiTestKey {
  /** `0x` and 64 hexadecimal digits. */
  readonly address: string
}

/** The account of a key. @throws TypeError for a seed that is not 32 bytes, or no scheme. */
export function suiAccountOf({ scheme, seed }: SuiTestKey): SuiTestAccount {
  if (!Object.hasOwn(schemes, scheme)) throw new TypeError(`There is no scheme "${String(scheme)}".`)
  if (seed.length !== 32 || seed.some(byte => !Number.isInteger(byte) || byte < 0 || byte > 255))
    throw new TypeError('A seed is 32 bytes.')
  const digest = blake2b(suiPublicKeyOf({ scheme, seed }), { dkLen: 32 })
  return { scheme, seed, address: `0x${bytesToHex(digest)}` }
}

/** The public key with the flag of its scheme before it, as wallets of Sui hand it out. */
export function suiPublicKeyOf({ scheme, seed }: SuiTestKey): Uint8Array {
  const { flag, publicKey } = schemes[scheme]
  return concatBytes(Uint8Array.of(flag), publicKey(Uint8Array.from(seed)))
}

/** A personal message's signature: flag, signature and key, in base64. */
export function signPersonalMessage(key: SuiTestKey, message: Uint8Array): string {
  return signIntent(key, concatBytes(Uint8Array.of(3, 0, 0), lengthOf(message), message))
}

/** A transaction's signature, in the same form. */
export function signSuiTransaction(key: SuiTestKey, bytes: Uint8Array): string {
  return signIntent(key, concatBytes(Uint8Array.of(0, 0, 0), bytes))
}

/** The intent says what is signed, so that no message is ever a transaction. */
function signIntent(key: SuiTestKey, framed: Uint8Array): string {
  const { flag, publicKey, sign } = schemes[key.scheme]
  const secret = Uint8Array.from(key.seed)
  const signature = sign(blake2b(framed, { dkLen: 32 }), secret)
  return toBase64(concatBytes(Uint8Array.of(flag), signature, publicKey(secret)))
}

/** A length as seven bits a byte, the lowest first. */
function lengthOf({ length }: Uint8Array): Uint8Array {
  const bytes: number[] = []
  let rest = length
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
  return Uint8Array.of(...bytes, rest)
}

/** Five accounts whose seeds are all ones, all twos and so on, one of each scheme first. Their keys are public: for tests only. */
export const suiTestAccounts: readonly SuiTestAccount[] = (
  ['ed25519', 'secp256k1', 'secp256r1', 'ed25519', 'ed25519'] as const
).map((scheme, at) => suiAccountOf({ scheme, seed: Array.from({ length: 32 }, () => at + 1) }))
