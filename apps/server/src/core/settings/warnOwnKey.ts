import type { Logger } from 'pino'

/** Warns the operator of several processes that each of them has made a key of its own. */
export function warnOwnKey(
  {
    settings,
    log,
  }: { readonly settings: { readonly databaseUrl: string | undefined }; readonly log: Logger },
  key: { readonly key: unknown; readonly keyFile: string | undefined },
  { name, variable }: { readonly name: string; readonly variable: string },
): void {
  if (settings.databaseUrl !== undefined && key.key === undefined && key.keyFile === undefined)
    log.warn(`the ${name} key is this machine’s own: give all processes one by ${variable}`)
}
