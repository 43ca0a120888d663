import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { concatBytes, equalBytes } from '@noble/curves/utils.js'
import type { BitcoinAddress } from '../../addresses/bitcoinAddress.ts'
import { hash160 } from './hash160.ts'
import { hashTaproot, hashWitnessV0, outpointOf } from './hashProof.ts'
import { type Proof, parseFullProof, parseSimpleProof } from './parseProof.ts'

/** `locked`: the signature is right, but its signer put a time lock into it. */
export type ProofVerdict = 'valid' | 'locked' | 'invalid'

/** SIGHASH_ALL, the only type that BIP-322 allows; taproot may leave it out. */
const all = 1

/**
 * Verifies a BIP-322 signature of one key for P2WPKH, P2TR (key path) and P2SH-P2WPKH, simple or full. Everything else, such as
 * scripts and proofs of funds, is invalid. It throws nothing.
 */
export function verifyBip322(options: {
  readonly message: string
  readonly address: BitcoinAddress
  readonly bytes: Uint8Array
  readonly form: 'simple' | 'full'
}): ProofVerdict {
  const { message, address, bytes, form } = options
  try {
    const proof = form === 'full' ? parseFullProof(bytes) : parseSimpleProof(bytes)
    const script = scriptOf(address)
    if (!script || (proof.version !== 0 && proof.version !== 2)) return 'invalid'
    const outpoint = outpointOf(message, script)
    if (proof.outpoint && !equalBytes(proof.outpoint, outpoint)) return 'invalid'
    const isSigned =
      address.kind === 'p2tr'
        ? verifyTaproot(proof, outpoint, { key: address.program, script })
        : verifyWitnessV0(proof, outpoint, { address, form })
    if (!isSigned) return 'invalid'
    return proof.lockTime === 0 && proof.sequence === 0 ? 'valid' : 'locked'
  } catch {
    // Bytes that are no proof, or numbers that are on no curve.
    return 'invalid'
  }
}

/** The script that pays to an address; undefined for the kinds that are not verified. */
function scriptOf({ kind, program }: BitcoinAddress): Uint8Array | undefined {
  if (kind === 'p2wpkh') return concatBytes(Uint8Array.of(0x00, 0x14), program)
  if (kind === 'p2tr') return concatBytes(Uint8Array.of(0x51, 0x20), program)
  if (kind === 'p2sh') return concatBytes(Uint8Array.of(0xa9, 0x14), program, Uint8Array.of(0x87))
  return undefined
}

function verifyTaproot(
  proof: Proof,
  outpoint: Uint8Array,
  { key, script }: { readonly key: Uint8Array; readonly script: Uint8Array },
): boolean {
  const [signature, ...more] = proof.witness
  if (!signature || more.length > 0 || proof.scriptSig.length > 0) return false
  if (signature.length !== 64 && !(signature.length === 65 && signature[64] === all)) return false
  const type = signature.length === 64 ? 0 : 1
  return schnorr.verify(signature.subarray(0, 64), hashTaproot(proof, outpoint, { script, type }), key)
}

function verifyWitnessV0(
  proof: Proof,
  outpoint: Uint8Array,
  { address, form }: { readonly address: BitcoinAddress; readonly form: 'simple' | 'full' },
): boolean {
  const [signature, key] = proof.witness
  // Segwit has compressed keys alone.
  if (!signature || key?.length !== 33 || signature.at(-1) !== all) return false
  const keyHash = hash160(key)
  const redeem = concatBytes(Uint8Array.of(0x00, 0x14), keyHash)
  if (address.kind === 'p2sh') {
    if (!equalBytes(hash160(redeem), address.program)) return false
    // Wallets leave the script out in the simple form, because it follows from the key; the full form has it as one push.
    const isWhole = equalBytes(proof.scriptSig, concatBytes(Uint8Array.of(redeem.length), redeem))
    if (form === 'full' && !isWhole) return false
  } else if (proof.scriptSig.length > 0 || !equalBytes(keyHash, address.program)) return false
  return secp256k1.verify(signature.subarray(0, -1), hashWitnessV0(proof, outpoint, keyHash), key, {
    prehash: false,
    lowS: true,
    format: 'der',
  })
}
