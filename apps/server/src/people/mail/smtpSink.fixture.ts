import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface SunkMail {
  readonly recipients: readonly string[]
  readonly raw: string
  readonly mail: Email
}

export interface SmtpSink {
  readonly port: number
  readonly url: string
  readonly mails: SunkMail[]
  close(): Promise<void>
}

/** A real mail server of the test, which keeps what it is given. */
export async function openSmtpSink(options: SMTPServerOptions = {}): Promise<SmtpSink> {
  const mails: SunkMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 50,
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
      } catch {
        // The sender has gone: no message arrived.
        return
      }
      const raw = Buffer.concat(chunks)
      mails.push({
        recipients: session.envelope.rcptTo.map(({ address }) => address),
        raw: raw.toString(),
        mail: await PostalMime.parse(raw),
      })
      done()
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

/** Opens a sink that runs other work while it receives the next message. */
export async function openSlowSink(): Promise<
  SmtpSink & { meanwhile: (() => Promise<unknown>) | undefined }
> {
  const sink = await openSmtpSink({
    async onRcptTo(_to, _session, done) {
      const { meanwhile } = slow
      slow.meanwhile = undefined
      await meanwhile?.()
      done()
    },
  })
  const slow = Object.assign(sink, { meanwhile: undefined as (() => Promise<unknown>) | undefined })
  return slow
}
