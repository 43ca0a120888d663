import { generateKeyPairSync } from 'node:crypto'
import { EnvironmentError } from '../../core/settings/environmentError.ts'
import { type KeyKind, openKey } from '../../core/settings/openKey.ts'
import { type DirectoryKeys, publicKeyOf } from './createHeads.ts'
import { type DirectorySettings, signingKey } from './readDirectorySettings.ts'

const kind: KeyKind = {
  file: 'directory-key.pem',
  variable: 'DIRECTORY_KEY_FILE',
  make: () => generateKeyPairSync('ed25519').privateKey,
  read: signingKey,
}

/**
 * The key that signs the directory: from the settings, or the data folder's own, which is made at the first start and
 * readable for this user alone.
 * @throws EnvironmentError when a key file cannot be read or holds none, or the certificate is another key's.
 */
export async function openDirectoryKeys(
  settings: DirectorySettings,
  dataFolder: string,
): Promise<DirectoryKeys> {
  const { certificate } = settings
  const key = await openKey(kind, settings, dataFolder)
  if (certificate !== undefined && certificate.key !== publicKeyOf(key))
    throw new EnvironmentError(['DIRECTORY_CERTIFICATE must be that of the directory key'])
  return { key, certificate }
}
