import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { startServer } from '@latchkey/server'
import { Hono } from 'hono'
import { canonicalJson, custodyBodyText } from 'latchkey/services'
import { SMTPServer } from 'smtp-server'
import { median } from '../median.ts'

/** Milliseconds, the slowest of a hundred unless they say otherwise. */
export interface LoginNumbers {
  /** From the wish to log in until the link is in the inbox. */
  readonly linkInInbox: number
  /** From the link's approval until the code is in the inbox. */
  readonly codeInInbox: number
  /** From the code to a session. */
  readonly verify: number
  readonly verifyMedian: number
  /** A call of the same client, with its proof, to a bare handler: medians of the first and the second half of the logins. */
  readonly bareCalls: readonly number[]
}

type Times = Pick<LoginNumbers, 'linkInInbox' | 'codeInInbox' | 'verify'> & { readonly bare: number }

const origin = 'https://keys.example'
const page = 'http://localhost:8080'
const project = 'latchkey-dev-login'

interface Inbox {
  readonly url: string
  /** The text of the next message to an address, and when it was there. */
  next(address: string): Promise<{ readonly text: string; readonly at: number }>
  close(): Promise<void>
}

/** Measures logins by email, one after the other, with a mail server on loopback and the store on a disk. */
export async function benchLogin(options: {
  readonly logins: number
  readonly log: (line: string) => void
}): Promise<LoginNumbers> {
  const { logins, log } = options
  const inbox = await openInbox()
  const bare = await openBare()
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-login-'))
  const server = await startServer({
    port: 0,
    dataFolder: folder,
    env: {
      LATCHKEY_DEV: '1',
      FRAME_ORIGIN: origin,
      SMTP_URL: inbox.url,
      EMAIL_ADDRESSES_PER_HOUR: '100000',
      // The longest way: a link, and the code after it.
      LOGIN_DEVICE_CHECK: 'on',
      LOG_LEVEL: 'warn',
    },
  })
  try {
    log(`Logging in ${logins} times`)
    const all: Times[] = []
    for (let at = 0; at < logins; at++) {
      const measured = await logIn({
        port: server.port,
        barePort: bare.port,
        inbox,
        email: `visitor${at}@mail.example`,
      })
      // The first ones warm up.
      if (at >= 5) all.push(measured)
    }
    const of = (name: keyof Times, times: readonly Times[] = all) => times.map(each => each[name])
    const half = Math.floor(all.length / 2)
    const middle = (times: readonly number[]) => median(times) ?? Number.NaN
    return {
      linkInInbox: slowest(of('linkInInbox')),
      codeInInbox: slowest(of('codeInInbox')),
      verify: slowest(of('verify')),
      verifyMedian: middle(of('verify')),
      bareCalls: [middle(of('bare', all.slice(0, half))), middle(of('bare', all.slice(half)))],
    }
  } finally {
    await server.close()
    await bare.close()
    await inbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function logIn(options: {
  readonly port: number
  readonly barePort: number
  readonly inbox: Inbox
  readonly email: string
}): Promise<Times> {
  const { inbox, email } = options
  const device = createDevice(options.port)
  const asked = performance.now()
  const [link, begun] = await Promise.all([inbox.next(email), device.post('email', { email, page })])
  const approved = performance.now()
  const [code] = await Promise.all([
    inbox.next(email),
    device.post('link', { link: find(/#device=([\w-]+)/, link.text), decision: 'approve' }),
  ])
  const typed = performance.now()
  await device.post('code', { flow: String(begun.flow), code: find(/^ {4}(\d{8})\s*$/m, code.text) })
  const verify = performance.now() - typed
  return {
    linkInInbox: link.at - asked,
    codeInInbox: code.at - approved,
    verify,
    bare: await timeBare(options.barePort, code.text),
  }
}

async function timeBare(port: number, text: string): Promise<number> {
  const device = createDevice(port)
  const called = performance.now()
  await device.post('code', { flow: 'bare', code: find(/^ {4}(\d{8})\s*$/m, text) })
  return performance.now() - called
}

/** The yardstick: a handler that reads a body and answers. */
async function openBare(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const app = new Hono().post('*', async c => c.json({ length: (await c.req.text()).length }))
  return new Promise(resolve => {
    const server = serve(
      { fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false },
      ({ port }) => resolve({ port, close: () => new Promise(done => server.close(() => done())) }),
    )
  })
}

function createDevice(port: number) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  return {
    async post(call: string, body: object): Promise<Readonly<Record<string, unknown>>> {
      const url = `http://127.0.0.1:${port}/v1/login/${call}`
      const claims = {
        jti: randomUUID(),
        htm: 'POST',
        htu: url,
        iat: Math.floor(Date.now() / 1_000),
        bh: createHash('sha256').update(custodyBodyText(body)).digest('base64url'),
      }
      const text = [
        { typ: 'dpop+jwt', alg: 'ES256', jwk: JSON.parse(canonicalJson({ kty, crv, x, y })) },
        claims,
      ]
        .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      const response = await fetch(`${url}?projectId=${project}`, {
        method: 'POST',
        headers: {
          origin,
          'content-type': 'application/json',
          dpop: `${text}.${signature.toString('base64url')}`,
        },
        body: JSON.stringify(body),
      })
      if (!response.ok) throw new Error(`A right call was answered with ${response.status}`)
      return (await response.json()) as Record<string, unknown>
    },
  }
}

async function openInbox(): Promise<Inbox> {
  const waiting = new Map<string, (mail: { text: string; at: number }) => void>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 50,
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
      // Lines that the transport has folded are whole again.
      const text = Buffer.concat(chunks).toString().replace(/=\r\n/g, '').replace(/=3D/g, '=')
      for (const { address } of session.envelope.rcptTo)
        waiting.get(address)?.({ text, at: performance.now() })
      done()
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    next: address => new Promise(resolve => waiting.set(address, resolve)),
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

function find(pattern: RegExp, text: string): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error('A message did not hold what it has to')
  return found
}

function slowest(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}
