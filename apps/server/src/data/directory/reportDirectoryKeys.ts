import type { Logger } from 'pino'
import { type DirectoryKeys, publicKeyOf } from './createHeads.ts'
import type { DirectorySettings } from './readDirectorySettings.ts'

/** Logs the key that clients have to trust, and warns when other processes have another one. */
export function reportDirectoryKeys(
  { key, certificate }: DirectoryKeys,
  deps: {
    readonly settings: { readonly directory: DirectorySettings; readonly databaseUrl: string | undefined }
    readonly log: Logger
  },
): void {
  const { settings, log } = deps
  log.info({ directoryKey: publicKeyOf(key), issuer: certificate?.issuer }, 'signing the wallet directory')
  const { directory, databaseUrl } = settings
  if (databaseUrl !== undefined && directory.key === undefined && directory.keyFile === undefined)
    log.warn(
      'the directory key is this machine’s own: give all processes one by DIRECTORY_KEY or DIRECTORY_KEY_FILE',
    )
}
