import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type Reader, type ReadVariable, Wrong } from '../../core/settings/readers.ts'

export interface AttestationSettings {
  /** Signs attestations; created and stored in the data folder when there is neither key nor file. */
  readonly key: KeyObject | undefined
  readonly keyFile: string | undefined
}

export function readAttestationSettings(read: ReadVariable): AttestationSettings {
  return {
    key: read<KeyObject | undefined>('ATTESTATION_KEY', undefined, attestationKey),
    keyFile: read<string | undefined>('ATTESTATION_KEY_FILE', undefined, text => text),
  }
}

/** A P-256 private key as base64 of its PKCS8 form, or of SEC1's, which some releases of openssl write unasked, or as PEM. */
export const attestationKey: Reader<KeyObject> = text => {
  const der = { key: Buffer.from(text, 'base64'), format: 'der' } as const
  const forms = text.includes('BEGIN') ? [text] : (['pkcs8', 'sec1'] as const).map(type => ({ ...der, type }))
  for (const form of forms) {
    try {
      const key = createPrivateKey(form)
      if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
    } catch {
      // The same sentence as for a key of another kind: the text may hold part of a key.
    }
  }
  throw new Wrong('must be a P-256 private key in PKCS8 or SEC1, as base64 or PEM')
}
