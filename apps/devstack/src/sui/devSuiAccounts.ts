import type { Signer } from '@mysten/sui/cryptography'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Secp256k1Keypair } from '@mysten/sui/keypairs/secp256k1'
import { Secp256r1Keypair } from '@mysten/sui/keypairs/secp256r1'

/** The schemes of the simulated wallet's accounts, in their order. */
const schemes = [Ed25519Keypair, Secp256k1Keypair, Secp256r1Keypair, Ed25519Keypair, Ed25519Keypair] as const

/**
 * The accounts that Hazel begins with: those of the simulated wallet, whose secrets are all ones, all twos and so on. Their keys are
 * public.
 */
export const devSuiAccounts: readonly Signer[] = schemes.map((scheme, at) =>
  scheme.fromSecretKey(new Uint8Array(32).fill(at + 1)),
)
