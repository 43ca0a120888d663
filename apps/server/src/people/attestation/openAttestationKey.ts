import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { openKey } from '../../core/settings/openKey.ts'
import { type AttestationSettings, attestationKey } from './readAttestationSettings.ts'

/**
 * The key that signs attestations: from the settings, or the data folder's own.
 * @throws EnvironmentError when a key file cannot be read or holds none.
 */
export function openAttestationKey(settings: AttestationSettings, dataFolder: string): Promise<KeyObject> {
  const file = 'attestation-key.pem'
  const kind = { file, variable: 'ATTESTATION_KEY_FILE', make: makeAttestationKey, read: attestationKey }
  return openKey(kind, settings, dataFolder)
}

export function makeAttestationKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
}
