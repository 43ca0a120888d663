import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { urlSecrets } from '../../core/settings/urlSecrets.ts'
import { makeMailer } from './makeMailer.ts'
import { type MailSettings, readMailSettings } from './readMailSettings.ts'

/** Hands mail with codes and notices in. */
export const mailRoom: Room<{ readonly mail: MailSettings }> = {
  settings: read => ({ mail: readMailSettings(read) }),
  secrets: ({ mail }) => [mail.smtpUrl, mail.fallbackUrl].flatMap(urlSecrets),
  close: ctx => oneOf(ctx, makeMailer).close(),
}
