import { afterEach, expect, it } from 'vitest'
import { checked, type LoginApp, openBrowser, openLogin, shop } from './login.fixture.ts'

const ann = 'ann@mail.example'
const closing: LoginApp[] = []
afterEach(async () => {
  for (const app of closing.splice(0)) await app.close()
})

async function open(environment: Readonly<Record<string, string>> = {}): Promise<LoginApp> {
  const app = await openLogin(environment)
  closing.push(app)
  return app
}

it('S6: strangers who use up the mails to an address leave a device of its account its own', async () => {
  const app = await open()
  const phone = await openBrowser(app)
  const stranger = await openBrowser(app)
  await phone.logIn(ann)
  let sent = 0
  for (let tries = 0; tries < 60; tries++) {
    app.at.now += 301_000
    const { body } = await stranger.post('email', { email: ann, page: shop })
    if (body.flow !== undefined) sent++
  }
  // All 20 of the day, but for what the login itself took.
  expect(sent).toBeGreaterThanOrEqual(18)
  expect((await stranger.post('email', { email: ann, page: shop })).body.code).toBe('EMAIL_COOLDOWN')
  await phone.logIn(ann)
  // Neither does a refusal by the mailbox's owner, which stops strangers' mails for an hour.
  app.at.now += 86_400_000
  await app.restart(checked)
  await stranger.post('email', { email: ann, page: shop })
  await phone.post('link', { link: await app.linkTo(ann), decision: 'deny' })
  expect((await stranger.post('email', { email: ann, page: shop })).body.code).toBe('EMAIL_COOLDOWN')
  await phone.logIn(ann)
})

it('S6: a breaker that strangers tripped stops no device of the account', async () => {
  const app = await open({ EMAIL_FAILS_PER_HOUR: '2' })
  const phone = await openBrowser(app)
  await phone.logIn(ann)
  app.at.now += 301_000
  await app.store.write([
    app.store.compose
      .insertInto('signin_breakers')
      .values({
        project_id: 'shop',
        feature: 'email_login',
        hour: Math.floor(app.at.now / 3_600_000),
        fails: 4,
      })
      .onConflict(conflict => conflict.columns(['project_id', 'feature', 'hour']).doUpdateSet({ fails: 4 }))
      .compile(),
  ])
  const stranger = await openBrowser(app)
  expect((await stranger.post('email', { email: 'eve@mail.example', page: shop })).body.code).toBe('APKT010')
  await phone.logIn(ann)
})
