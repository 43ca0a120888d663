import type { Logger } from 'pino'
import type { Settings } from '../../core/settings/parseEnvironment.ts'
import { type DirectoryKeys, publicKeyOf } from './createHeads.ts'

/** Tells the operator which key clients have to trust, and that the other processes have another one. */
export function tellDirectoryKeys(
  { key, certificate }: DirectoryKeys,
  deps: {
    readonly settings: Pick<Settings, 'directory' | 'databaseUrl'>
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
