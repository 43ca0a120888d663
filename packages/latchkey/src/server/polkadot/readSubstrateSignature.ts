/** A signature and the kind of key that it may be of. */
export interface SubstrateSignature {
  readonly type: 'ed25519' | 'sr25519' | 'ecdsa'
  /** 64 bytes; 65 with the recovery id last for ECDSA. */
  readonly bytes: Uint8Array
}

const types = ['ed25519', 'sr25519', 'ecdsa'] as const

/** What a signature may be: some signers put a byte with the type in front, and 65 bytes can be read in both ways. */
export function readSubstrateSignature(bytes: Uint8Array): readonly SubstrateSignature[] {
  const typed = types[bytes[0] ?? types.length]
  const rest = bytes.subarray(1)
  switch (bytes.length) {
    case 64:
      return [edwards(bytes)]
    case 65:
      return [...(typed === edwards(rest).type ? [edwards(rest)] : []), { type: 'ecdsa', bytes }]
    case 66:
      return typed === 'ecdsa' ? [{ type: 'ecdsa', bytes: rest }] : []
    default:
      return []
  }
}

/** The last bit marks an sr25519 signature; in an ed25519 signature it is always zero. */
function edwards(bytes: Uint8Array): SubstrateSignature {
  return { type: (bytes[63] ?? 0) >= 128 ? 'sr25519' : 'ed25519', bytes }
}
