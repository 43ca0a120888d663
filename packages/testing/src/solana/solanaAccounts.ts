import { ed25519 } from '@noble/curves/ed25519.js'
import { testAddresses } from '../simulated/testAddresses.ts'
import { toBase58 } from './base58.ts'

/** An account of a simulated Solana wallet. */
export interface SolanaTestAccount {
  /** The public key in base58. */
  readonly address: string
  /** The 32 bytes of its key, as numbers. */
  readonly seed: readonly number[]
}

/** The accounts behind `testAddresses`, whose seeds are all ones, all twos and so on. Their keys are public: for tests only. */
export const solanaTestAccounts: readonly SolanaTestAccount[] = testAddresses.map((address, at) => ({
  address,
  seed: Array.from({ length: 32 }, () => at + 1),
}))

/** The account of a seed. @throws TypeError for one that is not 32 bytes. */
export function accountOf(seed: readonly number[]): SolanaTestAccount {
  if (seed.length !== 32 || seed.some(byte => !Number.isInteger(byte) || byte < 0 || byte > 255))
    throw new TypeError('A seed is 32 bytes.')
  const bytes = Uint8Array.from(seed)
  return { address: toBase58(ed25519.getPublicKey(bytes)), seed }
}

/** The public key, 32 bytes. */
export function publicKeyOf({ seed }: SolanaTestAccount): Uint8Array {
  return ed25519.getPublicKey(Uint8Array.from(seed))
}

/** The 64 bytes of the signature over a message. */
export function signBytes({ seed }: SolanaTestAccount, message: Uint8Array): Uint8Array {
  return ed25519.sign(message, Uint8Array.from(seed))
}
