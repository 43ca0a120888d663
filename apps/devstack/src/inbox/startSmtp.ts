import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Listening } from '../http/serveApp.ts'
import type { Mail, Mailbox } from './createMailbox.ts'

/** Bytes of one message. */
const longestMessage = 262_144
const mostRecipients = 20

/**
 * Accepts mail for any address from this machine and sends none: it stores every message in the mailbox.
 * @throws Error of the system when the port cannot be had.
 */
export async function startSmtp(options: {
  mailbox: Pick<Mailbox, 'add'>
  /** 0 takes a free one. */
  port?: number
  /** Milliseconds since 1970. */
  now: () => number
  log: (line: string) => void
}): Promise<Listening> {
  const { mailbox, port = 0, now, log } = options
  const server = new SMTPServer({
    banner: 'Latchkey development inbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: longestMessage,
    maxClients: 50,
    socketTimeout: 60_000,
    closeTimeout: 500,
    onRcptTo: (_address, session, done) =>
      done(session.envelope.rcptTo.length < mostRecipients ? null : refusal('Too many recipients', 452)),
    onData: (stream, session, done) => {
      readAll(stream)
        .then(async bytes => {
          if (bytes === undefined) return done(refusal('The message is too long', 552))
          mailbox.add(await toMail(bytes, session, now()))
          done()
        })
        .catch(error => done(refusal(`The message cannot be read: ${firstLine(error)}`, 554)))
    },
  })
  // A connection that breaks off is the other side's affair, and no reason to end.
  server.on('error', error => log(`inbox: ${firstLine(error)}`))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

/** All of a message, or undefined when it is too long; it is read to its end in any case, as the protocol wants it. */
async function readAll(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= longestMessage) chunks.push(chunk)
  }
  return size > longestMessage || stream.sizeExceeded ? undefined : Buffer.concat(chunks)
}

async function toMail(bytes: Buffer, { envelope }: SMTPServerSession, at: number): Promise<Mail> {
  const { from, subject = '', text = '', html = '' } = await PostalMime.parse(bytes, { maxNestingDepth: 20 })
  return {
    to: envelope.rcptTo.map(({ address }) => address).join(', '),
    from:
      from?.address === undefined ? '' : from.name === '' ? from.address : `${from.name} <${from.address}>`,
    subject,
    text: text.trimEnd(),
    html: html.trimEnd(),
    at: new Date(at).toISOString(),
  }
}

function refusal(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode })
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}
