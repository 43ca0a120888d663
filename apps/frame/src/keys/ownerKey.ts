import { ed25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { custodyPossessionText } from 'latchkey/services'
import { toBytes, toHex, wipe } from './bytes.ts'
import { signEd25519 } from './signWith.ts'

/** Returns the public key, derived from the wallet's key, by which the services verify possession. */
export function ownerOf(entropy: Uint8Array): string {
  const seed = ownerSeed(entropy)
  const owner = toHex(ed25519.getPublicKey(seed))
  wipe(seed)
  return owner
}

/** The body of a call with the signature that only the key can make for it. */
export async function withPossession<B extends object>(
  entropy: Uint8Array,
  of: { readonly path: string; readonly account: string; readonly device: string; readonly body: B },
): Promise<B & { readonly possession: string }> {
  const seed = ownerSeed(entropy)
  try {
    const signature = await signEd25519(seed, toBytes(custodyPossessionText(of)))
    return { ...of.body, possession: toHex(signature) }
  } finally {
    wipe(seed)
  }
}

function ownerSeed(entropy: Uint8Array): Uint8Array {
  return hkdf(sha256, entropy, undefined, toBytes('latchkey owner'), 32)
}
