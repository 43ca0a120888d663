import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, fromHex, isSame, toBytes, toHex, wipe, xorBytes } from './bytes.ts'
import { KeysError } from './keysError.ts'

/**
 * Returns the commitment that the services and each device store to recognize the right key: 16 bytes, as hexadecimal
 * text (T77).
 */
export function commitOf(entropy: Uint8Array, account: string): string {
  return toHex(hmac(sha256, entropy, toBytes(`commit${account}`)).slice(0, 16))
}

/**
 * Joins two key shares, and checks the key against its commitment.
 * @throws KeysError `mismatch`, and the joined bytes are wiped.
 */
export function joinShares(
  own: Uint8Array,
  theirs: Uint8Array,
  expected: { readonly commit: string; readonly account: string },
): Bytes {
  const entropy = xorBytes(own, theirs)
  const commit = fromHex(commitOf(entropy, expected.account))
  if (isSame(commit, fromHex(expected.commit))) return entropy
  wipe(entropy)
  throw new KeysError('mismatch', 'The key shares do not belong together')
}
