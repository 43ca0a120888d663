import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Inbox, startInbox } from './startInbox.ts'

let inbox: Inbox
let sockets: Socket[]
beforeEach(async () => {
  inbox = await startInbox({ port: 0, host: '127.0.0.1', log: () => undefined })
  sockets = []
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await inbox.close()
})

/** Speaks SMTP as a client does, and returns the server's answer to each line. */
async function say(...lines: readonly string[]): Promise<string[]> {
  const socket = connect(Number(new URL(inbox.smtpUrl).port), '127.0.0.1')
  sockets.push(socket)
  socket.setEncoding('utf8')
  let said = ''
  socket.on('data', text => {
    said += text
  })
  const answer = async (): Promise<string> => {
    while (!/^\d{3} .*\r\n$/m.test(said)) await once(socket, 'data')
    const text = said.trimEnd()
    said = ''
    return text
  }
  const answers = [await answer()]
  for (const line of lines) {
    socket.write(`${line}\r\n`)
    answers.push(await answer())
  }
  socket.end('QUIT\r\n')
  await once(socket, 'close')
  return answers.slice(1)
}

const send = (message: readonly string[], to = 'ann@mail.example') =>
  say(
    'EHLO test',
    'MAIL FROM:<noreply@shop.example>',
    `RCPT TO:<${to}>`,
    'DATA',
    [...message, '.'].join('\r\n'),
  )

const url = (path: string) => `http://127.0.0.1:${inbox.port}${path}`
const list = async () => (await (await fetch(url('/messages'))).json()) as Record<string, string>[]

const both = [
  'From: "Latchkey" <noreply@shop.example>',
  'To: somebody-else@mail.example',
  'Subject: =?utf-8?q?12345678_is_your_code?=',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Your code is 12345678=2E',
  '--b',
  'Content-Type: text/html',
  '',
  '<p>Your code</p><script>alert(1)</script>',
  '--b--',
]

test('returns mails as JSON, newest first, and deletes them', async () => {
  expect((await send(both)).at(-1)).toMatch(/^250 /)
  await send(['Subject: second', '', 'two'], 'ben@mail.example')
  const [second, first] = await list()
  expect(second).toMatchObject({ to: 'ben@mail.example', from: '', subject: 'second', text: 'two', html: '' })
  expect(first).toEqual({
    // The envelope: a message may name whom it likes.
    to: 'ann@mail.example',
    from: 'Latchkey <noreply@shop.example>',
    subject: '12345678 is your code',
    text: 'Your code is 12345678.',
    html: '<p>Your code</p><script>alert(1)</script>',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  })
  expect((await fetch(url('/messages'), { method: 'DELETE' })).status).toBe(204)
  expect(await list()).toEqual([])
})

test("shows a list and each message; a message's markup is shown apart and runs nothing", async () => {
  expect(await (await fetch(url('/'))).text()).toContain('No mail yet')
  await send(['Subject: <img src=x onerror=alert(1)>', ...both.slice(3)])
  const page = await (await fetch(url('/'))).text()
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(page).not.toContain('<img')

  const message = await fetch(url('/messages/1'))
  const text = await message.text()
  expect(text).toContain('Your code is 12345678.')
  expect(text).toContain('sandbox="" title="The message as HTML" src="/messages/1/html"')
  expect(text).not.toContain('<script')
  expect(message.headers.get('content-security-policy')).toContain("default-src 'none'")

  const markup = await fetch(url('/messages/1/html'))
  expect(await markup.text()).toContain('<script>')
  expect(markup.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/)
  expect((await fetch(url('/messages/2'))).status).toBe(404)
})

test('a page of another origin neither reads nor empties it', async () => {
  await send(both)
  const headers = { origin: 'https://evil.example' }
  for (const path of ['/messages', '/'])
    expect((await fetch(url(path), { headers })).headers.get('access-control-allow-origin')).toBeNull()
  const asked = await fetch(url('/messages'), { method: 'OPTIONS', headers })
  expect(asked.headers.get('access-control-allow-methods')).toBeNull()
  const post = (origin: string) =>
    fetch(url('/empty'), { method: 'POST', headers: { origin }, redirect: 'manual' })
  expect((await post('https://evil.example')).status).toBe(403)
  expect((await post('http://127.0.0.1:1')).status).toBe(403)
  expect(await list()).toHaveLength(1)
  expect((await post(`http://127.0.0.1:${inbox.port}`)).status).toBe(303)
  expect(await list()).toEqual([])
})

test('refuses a message that is too long, and too many recipients', async () => {
  const long = await send(['Subject: long', '', ...Array.from({ length: 5_000 }, () => 'x'.repeat(70))])
  expect(long.at(-1)).toMatch(/^552 /)
  const many = await say(
    'EHLO test',
    'MAIL FROM:<a@b.example>',
    ...Array.from({ length: 21 }, (_, i) => `RCPT TO:<${i}@b.example>`),
  )
  expect(many.at(-1)).toMatch(/^452 /)
  expect(await list()).toEqual([])
})

test('stops with open connections', async () => {
  const socket = connect(Number(new URL(inbox.smtpUrl).port), '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'data')
  socket.on('error', () => undefined)
  await inbox.close()
  await expect(fetch(url('/'))).rejects.toThrow()
})
