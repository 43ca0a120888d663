import { type DirectoryCertificate, registryHeadLifetime } from 'latchkey/services'
import type { Logger } from 'pino'

/** Warns the operator in time before the certificate ends; clients then believe nothing that its key signs. */
export function reportCertificateEnd(
  certificate: DirectoryCertificate | undefined,
  deps: {
    readonly log: Logger
    /** Milliseconds since the epoch. */
    readonly now: number
  },
): void {
  if (certificate !== undefined && certificate.expires < deps.now + registryHeadLifetime)
    deps.log.warn({ expires: new Date(certificate.expires).toISOString() }, 'DIRECTORY_CERTIFICATE ends soon')
}
