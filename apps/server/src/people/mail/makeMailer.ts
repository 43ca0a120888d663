import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { createMailer, type Mailer } from './createMailer.ts'
import type { MailSettings } from './readMailSettings.ts'

/** What sends this server's mail: `oneOf(ctx, makeMailer)`. */
export function makeMailer(ctx: ServicesContext<{ readonly mail: MailSettings }>): Mailer {
  return createMailer(ctx.settings.mail)
}

/** Milliseconds that an answer takes at least where mail may be sent: nothing is to be read off the time (T41). */
export function leastMailTime(_ctx: object): number {
  return 250
}
