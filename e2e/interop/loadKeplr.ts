import { peerFolder } from './peerFolder.ts'
import { loadPackage } from './processes/loadPackage.ts'

// The library is in the peers' folder alone, so that its types are not at hand: what the tests call, written down.
interface KeplrCosmos {
  verifyADR36Amino(
    prefix: string,
    signer: string,
    data: string,
    publicKey: Uint8Array,
    signature: Uint8Array,
    algorithm: 'secp256k1' | 'ethsecp256k1',
  ): boolean
}

/** A signed text; `publicKey` and `signature` are base64. */
export interface SignedText {
  readonly signer: string
  readonly text: string
  readonly publicKey: string
  readonly signature: string
  readonly keys: 'secp256k1' | 'ethsecp256k1'
}

/** Keplr's own verifier of ADR-36. */
export function loadKeplr(): (signed: SignedText) => boolean {
  const { exported } = loadPackage(peerFolder('cosmos'), '@keplr-wallet/cosmos')
  const keplr = exported as unknown as KeplrCosmos
  return ({ signer, text, publicKey, signature, keys }) => {
    const bytes = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'))
    const prefix = signer.slice(0, signer.lastIndexOf('1'))
    try {
      return keplr.verifyADR36Amino(prefix, signer, text, bytes(publicKey), bytes(signature), keys)
    } catch {
      // It throws for an address that is not the key's.
      return false
    }
  }
}
