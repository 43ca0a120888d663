import { type Listening, serveApp } from '../http/serveApp.ts'
import { createInboxApp } from './createInboxApp.ts'
import { createMailbox } from './createMailbox.ts'
import { startSmtp } from './startSmtp.ts'

/** A listening inbox: its page, and where mail is handed in. */
export interface Inbox extends Listening {
  /** `SMTP_URL` of the services. */
  readonly smtpUrl: string
}

/**
 * Starts the inbox: pages on the port, and an SMTP server of this machine on a free one.
 * @throws Error of the system when a port cannot be had.
 */
export async function startInbox(options: {
  port: number
  host: string
  log: (line: string) => void
}): Promise<Inbox> {
  const { port, host, log } = options
  const mailbox = createMailbox()
  const smtp = await startSmtp({ mailbox, now: Date.now, log })
  try {
    const pages = await serveApp(createInboxApp(mailbox), { port, host })
    return {
      port: pages.port,
      smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
      async close() {
        await Promise.all([pages.close(), smtp.close()])
      },
    }
  } catch (error) {
    await smtp.close()
    throw error
  }
}
