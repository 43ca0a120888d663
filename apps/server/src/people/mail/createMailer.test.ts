import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { createMailer, MailError, type Mailer } from './createMailer.ts'
import { parseSmtpUrl } from './readMailSettings.ts'
import { openSmtpSink, type SmtpSink } from './smtpSink.fixture.ts'

const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

async function open(
  options?: Parameters<typeof openSmtpSink>[0],
  environment: Record<string, string> = {},
): Promise<{ sink: SmtpSink; mailer: Mailer }> {
  const sink = await openSmtpSink(options)
  closes.push(() => sink.close())
  return { sink, mailer: mailerOf({ SMTP_URL: sink.url, ...environment }) }
}

function mailerOf(environment: Record<string, string>, timeout = 10_000): Mailer {
  const mailer = createMailer({ ...parseEnvironment(environment).mail, timeout })
  closes.push(() => mailer.close())
  return mailer
}

/** A provider that takes connections, and says nothing unless `speak` does. */
async function openSilent(
  speak?: (socket: Socket) => void,
): Promise<{ readonly url: string; connections(): number }> {
  const sockets: Socket[] = []
  const server = createServer(socket => {
    sockets.push(socket)
    speak?.(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closes.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, connections: () => sockets.length }
}

/** Takes what comes, and breaks the connection off when it has heard this. */
const breakOffAfter = (end: string) => (socket: Socket) => {
  let heard = ''
  socket.write('220 here\r\n')
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text
    if (heard.endsWith(end)) socket.resetAndDestroy()
    else if (/^DATA\r\n$/m.test(text)) socket.write('354 go on\r\n')
    else if (!/^DATA\r\n/m.test(heard)) socket.write('250 yes\r\n')
  })
}

const message = { to: 'ann@mail.example', subject: 'Hello', text: 'Grüße', html: '<p>Grüße</p>' }
const reasonOf = (sending: Promise<void>) =>
  sending.then(
    () => 'sent',
    error => (error instanceof MailError ? error.reason : error),
  )

describe('a message', () => {
  it('arrives as text and HTML, from whom MAIL_FROM says, marked as automatic', async () => {
    const { sink, mailer } = await open({}, { MAIL_FROM: 'Shop <noreply@shop.example>' })
    await mailer.send(message)
    const [sunk] = sink.mails
    expect(sunk?.recipients).toEqual(['ann@mail.example'])
    expect(sunk?.mail).toMatchObject({
      from: { name: 'Shop', address: 'noreply@shop.example' },
      to: [{ address: 'ann@mail.example' }],
      subject: 'Hello',
      text: 'Grüße\n',
      html: expect.stringContaining('<p>Grüße</p>'),
    })
    expect(sunk?.raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
  })

  it('shares connections with others', async () => {
    let connections = 0
    const { sink, mailer } = await open({
      onConnect: (_session, done) => {
        connections++
        done()
      },
    })
    for (let i = 0; i < 5; i++) await mailer.send(message)
    expect(sink.mails).toHaveLength(5)
    expect(connections).toBe(1)
  })

  it.each([
    'ann@mail.example\r\nBcc: eve@evil.example',
    'ann@mail.example\nRCPT TO:<eve@evil.example>',
    'ann@mail.example, eve@evil.example',
    'ann@mail.example>\r\nDATA',
    '"ann\r\nBcc: eve"@evil.example',
    'eve@evil.example <ann@mail.example>',
  ])('T47: to %j is refused', async to => {
    const { sink, mailer } = await open()
    expect(await reasonOf(mailer.send({ ...message, to }))).toBe('address')
    expect(sink.mails).toEqual([])
  })

  it.each([
    'Hello\r\nBcc: eve@evil.example',
    'Hello\n\n<script>',
    'Hello\r\n\r\nbody',
    'Hello\u0000\u2028Bcc: eve@evil.example',
  ])('T47: a subject %j is a subject', async subject => {
    const { sink, mailer } = await open()
    await mailer.send({ ...message, subject })
    const [sunk] = sink.mails
    expect(sunk?.recipients).toEqual(['ann@mail.example'])
    expect(sunk?.mail.headers.map(({ key }) => key).sort()).toEqual(expectedHeaders)
    expect(sunk?.mail.text).toBe('Grüße\n')
  })
})

const expectedHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-auto-response-suppress',
].sort()

describe('F45: nothing pretends to have been sent', () => {
  it('without a provider', async () => {
    expect(await reasonOf(mailerOf({}).send(message))).toBe('unset')
  })

  it('when no server listens', async () => {
    const sink = await openSmtpSink()
    await sink.close()
    expect(await reasonOf(mailerOf({ SMTP_URL: sink.url }).send(message))).toBe('down')
  })

  it('when the server is silent', async () => {
    const mailer = mailerOf({ SMTP_URL: (await openSilent()).url }, 50)
    expect(await reasonOf(mailer.send(message))).toBe('down')
  })

  it('and it may have been accepted without a refusal', async () => {
    const { sink } = await open({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('later'), { responseCode: 452 })),
    })
    const closed = await openSmtpSink()
    await closed.close()
    const silent = await openSilent()
    const mayArrive = (environment: Record<string, string>, timeout?: number) =>
      mailerOf(environment, timeout)
        .send(message)
        .catch(error => error.mayArrive)
    expect(await mayArrive({})).toBe(false)
    expect(await mayArrive({ SMTP_URL: sink.url })).toBe(false)
    expect(await mayArrive({ SMTP_URL: closed.url })).toBe(false)
    expect(await mayArrive({ SMTP_URL: silent.url }, 200)).toBe(true)
    const asked = await openSilent(breakOffAfter('DATA\r\n'))
    expect(await mayArrive({ SMTP_URL: asked.url })).toBe(false)
    const handedOver = await openSilent(breakOffAfter('\r\n.\r\n'))
    expect(await mayArrive({ SMTP_URL: handedOver.url })).toBe(true)
    expect(await mayArrive({ SMTP_URL: silent.url, SMTP_FALLBACK_URL: sink.url }, 1_000)).toBe(true)
  })

  it('when neither of two speaks, after the time that there is for both', async () => {
    const [first, second] = [await openSilent(), await openSilent()]
    const mailer = mailerOf({ SMTP_URL: first.url, SMTP_FALLBACK_URL: second.url }, 800)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    closes.push(() => vi.useRealTimers())
    let reason: unknown
    const sent = reasonOf(mailer.send(message)).then(why => {
      reason = why
    })
    const connected = async (count: number) => {
      while (first.connections() + second.connections() < count) await setImmediate()
    }
    await connected(1)
    await vi.advanceTimersByTimeAsync(399)
    expect([first.connections(), second.connections()]).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(1)
    await connected(2)
    await vi.advanceTimersByTimeAsync(399)
    expect(reason).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await sent
    expect(reason).toBe('down')
    expect([first.connections(), second.connections()]).toEqual([1, 1])
  })

  it('and a second provider has half of the time after one that does not speak', async () => {
    const { sink } = await open()
    const mailer = mailerOf({ SMTP_URL: (await openSilent()).url, SMTP_FALLBACK_URL: sink.url }, 1_000)
    await mailer.send(message)
    expect(sink.mails).toHaveLength(1)
  })

  it('and an abandoned message is not sent later, whether it was being sent or waited for its turn', async () => {
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    const { sink } = await open({ onRcptTo: (_address, _session, done) => void released.then(() => done()) })
    const mailer = mailerOf({ SMTP_URL: sink.url }, 800)
    // One more than there are connections.
    const sent = await Promise.all(Array.from({ length: 4 }, () => reasonOf(mailer.send(message))))
    expect(sent).toEqual(['down', 'down', 'down', 'down'])
    release()
    await mailer.send({ ...message, to: 'last@mail.example' })
    expect(sink.mails.map(({ recipients }) => recipients)).toEqual([['last@mail.example']])
  })

  it.each([
    ['refuses the recipient', 550, 'address'],
    ['has no room for the moment', 452, 'down'],
  ])('when the provider %s', async (_what, responseCode, reason) => {
    const { sink, mailer } = await open({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('canary ann@mail.example'), { responseCode })),
    })
    const error = await mailer.send(message).catch(thrown => thrown)
    expect(error).toBeInstanceOf(MailError)
    expect(error.reason).toBe(reason)
    expect(error.replyCode).toBe(responseCode)
    // T44: what the provider wrote is not ours to log.
    expect(`${error.stack}${JSON.stringify(error)}`).not.toMatch(/canary|ann@/)
    expect(error.cause).toBeUndefined()
    expect(sink.mails).toEqual([])
  })

  it('and a second provider accepts a message that the first one refuses', async () => {
    const { sink: busy } = await open({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('later'), { responseCode: 452 })),
    })
    const { sink } = await open()
    const mailer = mailerOf({ SMTP_URL: busy.url, SMTP_FALLBACK_URL: sink.url })
    await mailer.send(message)
    expect([busy.mails.length, sink.mails.length]).toEqual([0, 1])
    await sink.close()
    expect(await reasonOf(mailer.send(message))).toBe('down')
  })

  it('and a recipient that is none is none for the second one, too', async () => {
    const { sink: strict } = await open({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('nobody'), { responseCode: 550 })),
    })
    const { sink } = await open()
    const mailer = mailerOf({ SMTP_URL: strict.url, SMTP_FALLBACK_URL: sink.url })
    expect(await reasonOf(mailer.send(message))).toBe('address')
    expect(sink.mails).toEqual([])
  })

  it('when the provider refuses the message itself', async () => {
    const { mailer } = await open({
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done(Object.assign(new Error('spam'), { responseCode: 554 })))
      },
    })
    expect(await reasonOf(mailer.send(message))).toBe('down')
  })

  it('when the provider has no TLS, which is asked for everywhere but on this machine', async () => {
    const { sink } = await open()
    // A name for this machine that does not say so.
    const url = `smtp://[::ffff:127.0.0.1]:${sink.port}`
    expect(await reasonOf(mailerOf({ SMTP_URL: url }).send(message))).toBe('down')
    expect(await reasonOf(mailerOf({ SMTP_URL: `${url}?tls=off` }).send(message))).toBe('sent')
  })
})

it('MAIL_TIMEOUT_MS is less than a page waits', () => {
  expect(parseEnvironment({}).mail.timeout).toBe(8_000)
  expect(parseEnvironment({ MAIL_TIMEOUT_MS: '9000' }).mail.timeout).toBe(9_000)
  expect(() => parseEnvironment({ MAIL_TIMEOUT_MS: '9001' })).toThrow('MAIL_TIMEOUT_MS')
})

describe('SMTP_URL', () => {
  it.each([
    ['smtps://u:p%40ss@mail.example', { port: 465, tls: 'implicit', user: 'u', password: 'p@ss' }],
    ['smtp://mail.example', { port: 587, tls: 'required', user: '' }],
    ['smtp://mail.example:25?tls=off', { port: 25, tls: 'off' }],
    ['smtp://127.0.0.1:1025', { port: 1025, tls: 'off' }],
    ['smtp://[::1]:1025', { host: '::1', tls: 'off' }],
    ['smtps://localhost', { tls: 'implicit' }],
  ])('%s', (url, expected) => {
    expect(parseEnvironment({ SMTP_URL: url }).mail.smtpUrl).toBe(url)
    expect(parseSmtpUrl(url)).toMatchObject(expected)
  })

  it.each([
    'mail.example',
    'https://mail.example',
    'smtp:',
    'smtp://mail.example/path',
    'smtp://mail.example?tls=maybe',
    'smtp://mail.example?rejectUnauthorized=false',
    'smtp://u:%zz@mail.example',
  ])('%s is none', url => {
    expect(() => parseEnvironment({ SMTP_URL: url })).toThrow(
      'SMTP_URL must be a URL such as smtps://user:password@mail.example:465',
    )
  })

  it('sends no password without TLS', () => {
    expect(() => parseEnvironment({ SMTP_URL: 'smtp://u:p@mail.example?tls=off' })).toThrow(
      'SMTP_URL may not send a password without TLS: leave tls=off out',
    )
  })
})

it.each([
  'nobody',
  'Shop <noreply>',
  'a@b.example, c@d.example',
  'Shop <a@b.example> <c@d.example>',
  'A\u0007 <a@b.example>',
])('MAIL_FROM=%j is refused', from => {
  expect(() => parseEnvironment({ MAIL_FROM: from })).toThrow(
    'MAIL_FROM must be an address such as Shop <noreply@shop.example>',
  )
})
