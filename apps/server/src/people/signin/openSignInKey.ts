import type { KeyObject } from 'node:crypto'
import { openKey } from '../../core/settings/openKey.ts'
import { makeAttestationKey } from '../attestation/openAttestationKey.ts'
import { attestationKey } from '../attestation/readAttestationSettings.ts'
import type { SignInSettings } from './readSignInSettings.ts'

/**
 * The key behind sign-in: from the settings, or the data folder's own.
 * @throws EnvironmentError when a key file cannot be read or holds none.
 */
export function openSignInKey(settings: SignInSettings, dataFolder: string): Promise<KeyObject> {
  const kind = {
    file: 'signin-key.pem',
    variable: 'SIGNIN_KEY_FILE',
    make: makeAttestationKey,
    read: attestationKey,
  }
  return openKey(kind, settings, dataFolder)
}
