import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concatBytes, equalBytes } from '@noble/curves/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { BitcoinAddress } from '../../addresses/bitcoinAddress.ts'
import { hash160 } from './hash160.ts'

/** The first bytes that a signature may have: four ids of a key for each of four kinds of address. */
const [firstHeader, firstCompressed, lastHeader] = [27, 31, 42]

/**
 * Verifies a recoverable signature of 65 bytes (BIP-137) for P2PKH, P2SH-P2WPKH and P2WPKH. The kind of address that its first byte
 * states is ignored, as wallets use that of P2PKH for all. It throws nothing.
 */
export function verifyBip137(options: {
  readonly message: string
  readonly address: BitcoinAddress
  readonly bytes: Uint8Array
}): boolean {
  const { message, address, bytes } = options
  const header = bytes[0] ?? 0
  if (bytes.length !== 65 || header < firstHeader || header > lastHeader) return false
  const wire = concatBytes(Uint8Array.of((header - firstHeader) & 3), bytes.subarray(1))
  try {
    if (secp256k1.Signature.fromBytes(wire, 'recovered').hasHighS()) return false
    const recovered = secp256k1.recoverPublicKey(wire, hashMessage(message), { prehash: false })
    const point = secp256k1.Point.fromBytes(recovered)
    const isCompressed = header >= firstCompressed
    if (address.kind === 'p2pkh') return equalBytes(hash160(point.toBytes(isCompressed)), address.program)
    const keyHash = hash160(point.toBytes(true))
    if (address.kind === 'p2wpkh') return equalBytes(keyHash, address.program)
    if (address.kind !== 'p2sh') return false
    return equalBytes(hash160(concatBytes(Uint8Array.of(0x00, 0x14), keyHash)), address.program)
  } catch {
    // Numbers that are on no curve.
    return false
  }
}

/** What is signed: the magic words and the text, each behind its length in bytes. */
function hashMessage(text: string): Uint8Array {
  const bytes = utf8ToBytes(text)
  const { length } = bytes
  // Texts of more than 65,535 bytes are longer than any sign-in.
  const count = length < 253 ? [length] : [253, length & 255, length >> 8]
  return sha256(
    sha256(concatBytes(utf8ToBytes('\x18Bitcoin Signed Message:\n'), Uint8Array.from(count), bytes)),
  )
}
