import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type Reader, type ReadVariable, Wrong } from '../settings/readers.ts'

export interface AttestationSettings {
  /** Signs attestations; made and kept in the data folder when there is neither key nor file. */
  readonly key: KeyObject | undefined
  readonly keyFile: string | undefined
}

export function readAttestationSettings(read: ReadVariable): AttestationSettings {
  return {
    key: read<KeyObject | undefined>('ATTESTATION_KEY', undefined, attestationKey),
    keyFile: read<string | undefined>('ATTESTATION_KEY_FILE', undefined, text => text),
  }
}

/** A P-256 private key as base64 of its PKCS8 form, or as PEM. */
export const attestationKey: Reader<KeyObject> = text => {
  try {
    const key = text.includes('BEGIN')
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // The same sentence as for a key of another kind: what was read may be half a key.
  }
  throw new Wrong('must be a P-256 private key in PKCS8, as base64 or PEM')
}
