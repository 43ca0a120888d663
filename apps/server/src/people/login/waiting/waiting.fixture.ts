import { createWallet, type Device, deviceOf } from '../../custody/wallet.fixture.ts'
import { type Browser, type LoginApp, openBrowser } from '../login.fixture.ts'

export const ann = 'ann@mail.example'
export const passkey = 'p'.repeat(22)

/** A browser that is logged in to an account. */
export interface Entered extends Browser {
  readonly account: string
  token: string
}

/** Logs a browser in, with a token that counts from now on. */
export async function enter(browser: Browser): Promise<Entered> {
  const { token, user } = await browser.logIn(ann)
  return Object.assign(browser, { token, account: user.account })
}

/** Ann's wallet with one key share, on her phone, and nothing that recovers it; a thief who reads her mailbox. */
export async function openTheft(app: LoginApp) {
  const phone = await enter(await openBrowser(app))
  const { account, token } = phone
  const device: Device = deviceOf(app, phone.key, { account, token })
  const made = await createWallet(device)
  const own = { account_id: account, label: null, name: null, created_at: app.at.now }
  const { compose, write } = app.store
  await write([
    compose
      .insertInto('login_identities')
      .values({ ...own, kind: 'passkey', issuer: 'keys.example', subject: passkey, email: null })
      .compile(),
    compose
      .insertInto('login_identities')
      .values({ ...own, kind: 'social', issuer: 'github', subject: 'ann', email: null })
      .compile(),
    compose
      .insertInto('login_passkeys')
      .values({
        credential: passkey,
        account_id: account,
        public_key: new Uint8Array(1),
        counter: 0,
        label: 'Ann’s phone',
        is_synced: 0,
        created_at: app.at.now,
        used_at: null,
      })
      .compile(),
  ])
  const thief = await enter(await openBrowser(app))
  return { phone, device, made, thief, account }
}

/** All by which Ann gets in: her phone's part of what is stored. */
export async function accessOf(app: LoginApp, phone: Entered) {
  const { db } = app.store
  const { account } = phone
  const [identities, passkeys, pairs, factors, wallets, devices, sessions, accounts] = await Promise.all([
    db.selectFrom('login_identities').select(['kind', 'issuer', 'subject']).orderBy('kind').execute(),
    db.selectFrom('login_passkeys').select('credential').execute(),
    db.selectFrom('custody_pairs').select(['device', 'epoch', 'version']).execute(),
    db.selectFrom('custody_factors').select('factor').execute(),
    db
      .selectFrom('custody_wallets')
      .select(['owner', 'deleted_at'])
      .where('account_id', '=', account)
      .execute(),
    db.selectFrom('login_devices').select('device').where('device', '=', phone.key.thumbprint).execute(),
    db.selectFrom('login_sessions').select('device').where('device', '=', phone.key.thumbprint).execute(),
    db.selectFrom('login_accounts').select(['id', 'frozen_until']).execute(),
  ])
  return { identities, passkeys, pairs, factors, wallets, devices, sessions, accounts }
}
