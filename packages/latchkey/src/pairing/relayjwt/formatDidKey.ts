import { fromHex } from '../envelope/hex.ts'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** An Ed25519 public key (64 hex characters) as `did:key:z…`: base58btc of the multicodec 0xed01 and the key. */
export function formatDidKey(publicKey: string): string {
  let rest = 0n
  for (const byte of [0xed, 0x01, ...fromHex(publicKey)]) rest = rest * 256n + BigInt(byte)
  // The first byte is never zero, so that no leading ones are needed.
  let text = ''
  for (; rest > 0n; rest /= 58n) text = alphabet.charAt(Number(rest % 58n)) + text
  return `did:key:z${text}`
}
