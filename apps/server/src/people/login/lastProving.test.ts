import { expect, it } from 'vitest'
import type { LoginApp } from './login.fixture.ts'
import { openLogins } from './openLogins.fixture.ts'
import { accessOf, ann, openTheft, passkey } from './waiting/waiting.fixture.ts'

const open = openLogins({ allows: 'all' })
const kept = { status: 409, body: { code: 'LOGIN_UNPROTECTED' } }

/** Ann's wallet that nothing recovers, on her phone; she is known by a passkey and by an account at GitHub, which proves nothing. */
async function openAnn(app: LoginApp) {
  const { phone, account } = await openTheft(app)
  // A proof of just now.
  const { token } = await phone.logIn(ann)
  const { compose, write } = app.store
  await write([compose.deleteFrom('login_identities').where('kind', '=', 'email').compile()])
  return {
    phone,
    account,
    ways: async () => (await accessOf(app, phone)).identities.map(({ issuer }) => issuer),
    add: (kind: 'social' | 'email', issuer: string) =>
      write([
        compose
          .insertInto('login_identities')
          .values({
            account_id: account,
            kind,
            issuer,
            subject: 'ann',
            email: null,
            label: null,
            name: null,
            created_at: app.at.now,
          })
          .compile(),
      ]),
    dropPasskey: () => phone.post('passkey/delete', { credential: passkey }, token),
    unlink: (provider: string) => phone.post('social/unlink', { provider }, token),
  }
}

it('S5: the last way that can prove its visitor stays while nothing recovers the wallet', async () => {
  const app = await open()
  const { ways, add, dropPasskey, unlink } = await openAnn(app)
  expect(await dropPasskey()).toMatchObject(kept)
  expect(await ways()).toEqual(['keys.example', 'github'])

  await add('social', 'google')
  expect((await dropPasskey()).body).toEqual({ deleted: true })
  expect(await unlink('google')).toMatchObject(kept)
  expect(await ways()).toEqual(['github', 'google'])

  await add('email', 'email')
  expect((await unlink('google')).body).toMatchObject({ unlinked: true })
})

it('S5: of two that are taken away at once one stays', async () => {
  const app = await open()
  const { ways, add, dropPasskey, unlink } = await openAnn(app)
  await add('social', 'apple')
  const done = await Promise.all([dropPasskey(), unlink('apple')])
  expect(done.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await ways()).toHaveLength(2)
})

it('goes as the others do once something recovers the wallet', async () => {
  const app = await open()
  const { account, ways, dropPasskey } = await openAnn(app)
  const { compose, write } = app.store
  const closed = { kek: 'recovery-1', dek: new Uint8Array(1), box: new Uint8Array(1) }
  const code = { factor: 'f'.repeat(22), kind: 'code', label: null, params: '{}', sealed: '{}' }
  await write([
    compose
      .insertInto('custody_factors')
      .values({ account_id: account, ...closed, ...code, created_at: app.at.now })
      .compile(),
  ])
  expect((await dropPasskey()).status).toBe(200)
  expect(await ways()).toEqual(['github'])
})

it('goes as the others do where there is no wallet any more', async () => {
  const app = await open()
  const { account, ways, dropPasskey, unlink } = await openAnn(app)
  const { compose, write } = app.store
  await write([
    compose
      .updateTable('custody_wallets')
      .set({ deleted_at: app.at.now })
      .where('account_id', '=', account)
      .compile(),
  ])
  expect((await dropPasskey()).status).toBe(200)
  expect(await ways()).toEqual(['github'])
  expect(await unlink('github')).toMatchObject({ status: 409, body: { code: 'LOGIN_LAST' } })
})
