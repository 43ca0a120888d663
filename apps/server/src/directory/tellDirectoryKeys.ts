import { registryHeadLifetime } from 'latchkey/contract'
import type { Logger } from 'pino'
import type { Settings } from '../settings/parseEnvironment.ts'
import { type DirectoryKeys, publicKeyOf } from './createHeads.ts'

/** Tells the operator which key clients have to trust, and what will make them stop. */
export function tellDirectoryKeys(
  { key, certificate }: DirectoryKeys,
  deps: {
    readonly settings: Pick<Settings, 'directory' | 'databaseUrl'>
    readonly log: Logger
    /** Milliseconds since the epoch. */
    readonly now: number
  },
): void {
  const { settings, log, now } = deps
  log.info({ directoryKey: publicKeyOf(key), issuer: certificate?.issuer }, 'signing the wallet directory')
  const { directory, databaseUrl } = settings
  if (databaseUrl !== undefined && directory.key === undefined && directory.keyFile === undefined)
    log.warn(
      'the directory key is this machine’s own: give all processes one by DIRECTORY_KEY or DIRECTORY_KEY_FILE',
    )
  if (certificate !== undefined && certificate.expires < now + registryHeadLifetime)
    log.warn({ expires: new Date(certificate.expires).toISOString() }, 'DIRECTORY_CERTIFICATE ends soon')
}
