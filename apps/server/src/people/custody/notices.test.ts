import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { openSmtpSink } from '../mail/smtpSink.fixture.ts'
import { formatCustodyMail } from './formatCustodyMail.ts'
import { createOwnVault } from './vault/createListedVault.ts'
import { type KeyVault, VaultError } from './vault/vault.ts'
import { createWallet, makeFactor, openCustody, openDevice, releaseFor } from './wallet.fixture.ts'

const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

async function open(
  options?: Parameters<typeof openSmtpSink>[0],
  env: Record<string, string> = {},
  own: Parameters<typeof openCustody>[1] = {},
) {
  const sink = await openSmtpSink(options)
  closes.push(() => sink.close())
  const app = await openCustody({ SMTP_URL: sink.url, ...env }, own)
  closes.push(() => app.close())
  const factor = makeFactor(randomBytes(32))
  const phone = await openDevice(app, 'ann')
  const made = await createWallet(phone, [factor])
  const release = () => phone.call('POST', 'recovery/release', { id: factor.factor.id })
  return { sink, app, phone, factor, made, release }
}

it('a recovery key share leaves only after every address of the account was notified', async () => {
  const { sink, app, factor, release } = await open()
  app.login.addresses.set('ann', ['ann@mail.example', 'ann@work.example'])
  const { status, body } = await release()
  expect([status, body.half, body.left, body.open]).toEqual([200, factor.factor.half, 4, null])
  expect(sink.mails.flatMap(({ recipients }) => recipients).sort()).toEqual([
    'ann@mail.example',
    'ann@work.example',
  ])
  const [sunk] = sink.mails
  expect(sunk?.mail.subject).toBe('Your wallet is being recovered in another browser')
  expect(sunk?.raw).not.toContain(factor.factor.half)
})

it('T104: leaves not at all while no address can be notified, and again once mail is back', async () => {
  const { sink, app, release } = await open()
  app.login.addresses.set('ann', ['ann@mail.example'])
  expect((await release()).body.left).toBe(4)
  await sink.close()
  for (let tries = 0; tries < 6; tries++) {
    const { status, body } = await release()
    expect([status, body.code]).toEqual([503, 'APKT009'])
    expect(JSON.stringify(body)).not.toMatch(/[0-9a-f]{64}/)
  }
  app.login.addresses.set('ann', [])
  for (let left = 3; left >= 0; left--) expect((await release()).body.left).toBe(left)
  expect(await release()).toMatchObject({ status: 429, body: { code: 'CUSTODY_LIMIT' } })
})

it('T104 F44: sends no mail and counts no try while the vault is away', async () => {
  const vault = createOwnVault()
  let isAway = true
  const unwrap: KeyVault['unwrap'] = (purpose, wrapped) =>
    isAway ? Promise.reject(new VaultError('away', 'Nobody is there')) : vault.unwrap(purpose, wrapped)
  const { sink, app, release } = await open(undefined, {}, { custodyVault: { ...vault, unwrap } })
  app.login.addresses.set('ann', ['ann@mail.example'])
  for (let tries = 0; tries < 6; tries++) expect((await release()).status).toBe(503)
  expect(sink.mails).toEqual([])
  isAway = false
  expect(await release()).toMatchObject({ status: 200, body: { left: 4 } })
  expect(sink.mails).toHaveLength(1)
})

it('T104: leaves not at all where the notice may have arrived, and the try is counted', async () => {
  // The provider has the message and never says so.
  const silent = { onData: (stream: Readable) => void stream.resume() }
  const { app, release } = await open(silent, { MAIL_TIMEOUT_MS: '500' })
  app.login.addresses.set('ann', ['ann@mail.example'])
  expect((await release()).status).toBe(503)
  app.login.addresses.set('ann', [])
  expect((await release()).body.left).toBe(3)
})

it.each([
  [550, 'nobody', 200],
  [550, '5.1.1 nobody', 200],
  // An attacker can fill a mailbox, and have a sender taken for a bad one.
  [552, '5.2.2 full', 503],
  [550, '5.7.1 blocked', 503],
  [554, 'no', 503],
  [452, 'later', 503],
])('T104: an address that is refused with %i %s: %i', async (code, text, status) => {
  const gone = 'ann@gone.example'
  const { app, release } = await open({
    onRcptTo: ({ address }, _session, done) =>
      done(address === gone ? Object.assign(new Error(text), { responseCode: code }) : null),
  })
  app.login.addresses.set('ann', [gone])
  expect((await release()).status).toBe(status)
})

it('T104: beside a dead address, the others have to be notified', async () => {
  const [gone, full] = ['ann@gone.example', 'ann@full.example']
  const { sink, app, release } = await open({
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = { [gone]: 550, [full]: 452 }[address]
      done(responseCode ? Object.assign(new Error('no'), { responseCode }) : null)
    },
  })
  app.login.addresses.set('ann', [gone, full])
  expect((await release()).status).toBe(503)
  app.login.addresses.set('ann', [gone, 'ann@mail.example'])
  expect((await release()).status).toBe(200)
  expect(sink.mails.map(({ recipients }) => recipients)).toEqual([['ann@mail.example']])
})

it('the eleventh guess at a password is 423, and the account is notified at the tenth', async () => {
  const { sink, app, phone, made } = await open()
  app.login.addresses.set('ann', ['ann@mail.example'])
  // A valid element: the generator of ristretto255.
  const blinded = 'e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76'
  for (let left = 9; left >= 0; left--)
    expect((await phone.call('POST', 'password', { blinded })).body.left).toBe(left)
  const { status, body } = await phone.call('POST', 'password', { blinded })
  expect([status, body.code]).toEqual([423, 'CUSTODY_LOCKED'])
  expect(sink.mails.map(({ mail }) => mail.subject)).toEqual(['Your wallet’s password is locked'])
  // A visitor who proves possession of the key may guess again.
  const { factor } = makeFactor(made.entropy)
  await releaseFor(phone, made, { path: '/v1/custody/recovery', subject: factor.id })
  const added = await phone.call('POST', 'recovery', phone.own('recovery', made.entropy, { factor }))
  expect(added.status).toBe(200)
  expect((await phone.call('POST', 'password', { blinded })).body.left).toBe(9)
})

it('S3: a key share for recovery leaves only after every address of the account was notified', async () => {
  const { sink, app, phone, made } = await open()
  app.login.addresses.set('ann', ['ann@mail.example'])
  const of = { path: '/v1/custody/recovery', subject: 'a'.repeat(32) }
  expect((await releaseFor(phone, made, of)).status).toBe(200)
  expect(sink.mails.map(({ mail }) => mail.subject)).toEqual([
    'Your wallet’s key is being used to change its recovery',
  ])
  await sink.close()
  expect(await releaseFor(phone, made, of)).toMatchObject({ status: 503, body: { code: 'APKT009' } })
})

it('the mail names the action and has nothing to click', () => {
  for (const news of ['recovering', 'paired', 'revoked', 'exported', 'deleted'] as const) {
    const { subject, text, html } = formatCustodyMail({ to: 'ann@mail.example', news, at: 0 })
    expect(subject).toMatch(/^Your wallet|^A browser|^A recovery/)
    expect(text).toContain('Time: 1970-01-01 00:00 UTC')
    expect(text + html).not.toMatch(/https?:|href/)
  }
})
