import type { Logger } from 'pino'
import { RouteFault } from '../../core/http/routeFault.ts'
import { MailError, type Mailer, type OutgoingMail } from './createMailer.ts'

/**
 * Sends a requested mail. A provider's refusal would reveal which addresses exist, so all get the same answer (T41).
 * @throws RouteFault APKT009 (503) when the provider is out
 */
export async function sendEvenly(
  mailer: Mailer,
  mail: OutgoingMail,
  { log, requestId }: { readonly log: Logger; readonly requestId: string },
): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    log.warn({ requestId, reason: error.reason, replyCode: error.replyCode }, error.message)
    if (error.reason !== 'address')
      throw new RouteFault('APKT009', { status: 503, retryAfter: 30, cause: error })
  }
}

/** Why a message was not sent, where it is for that that a call is refused. */
export function unsentOf(error: unknown): MailError | undefined {
  return error instanceof RouteFault && error.cause instanceof MailError ? error.cause : undefined
}
