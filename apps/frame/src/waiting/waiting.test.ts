import { getLoginWaiting, postLoginDelete, postLoginWaitingStop } from 'latchkey/services'
import { expect, it } from 'vitest'
import type { LoginApp } from '../../../server/src/people/login/login.fixture.ts'
import { openLogins } from '../../../server/src/people/login/openLogins.fixture.ts'
import { openLoginBrowser, protectByCode } from '../login/login.fixture.ts'
import { deleteAccount } from '../settings/deleteAccount.ts'
import { endOtherSessions, leaveEverywhere, revokeDevice } from '../settings/leaveEverywhere.ts'
import { readFacts } from '../settings/readFacts.ts'
import { waitingKindTexts, waitingWords } from './waitingTexts.ts'

const open = openLogins({ allows: 'all' })
const ann = 'ann@mail.example'
const waits = { code: 'WAITS' }

/** A browser in which Ann has a wallet, and another one with a login alone. */
async function openTwo(app: LoginApp) {
  const phone = await openLoginBrowser(app)
  await phone.enter(ann)
  await protectByCode(phone)
  const laptop = await openLoginBrowser(app)
  await laptop.enter(ann)
  return { phone, laptop }
}

it('T115: what a browser without the key asks for is seen in one with it, and stopped there', async () => {
  const app = await open()
  const { phone, laptop } = await openTwo(app)
  expect(laptop.login.get().at).toBe('recover')
  const { user } = await readFacts(phone.login)
  const { client } = laptop.login.sessions
  const asked = await client.call(postLoginDelete, { account: user.account })
  const [seen] = (await readFacts(phone.login)).waiting
  expect(seen).toMatchObject({ id: asked.waits?.id, kind: 'account', isOwn: false })
  expect((await client.call(getLoginWaiting)).waiting).toMatchObject([{ isOwn: true }])
  await phone.login.sessions.client.call(postLoginWaitingStop, { id: seen?.id ?? '' })
  expect((await readFacts(phone.login)).waiting).toEqual([])
})

it('T115: a browser whose share is gone changes nothing, says that it waits, and stays logged in', async () => {
  const app = await open()
  const { laptop } = await openTwo(app)
  const { login } = laptop
  const account = (login.get() as { user: { account: string } }).user.account
  await expect(deleteAccount(login, { account })).rejects.toMatchObject(waits)
  await expect(endOtherSessions(login, { account })).rejects.toMatchObject(waits)
  await expect(leaveEverywhere(login)).rejects.toMatchObject(waits)
  const other = await app.store.db.selectFrom('custody_pairs').select('device').executeTakeFirstOrThrow()
  await expect(revokeDevice(login, other)).rejects.toMatchObject(waits)
  expect(login.get().at).toBe('recover')
})

it('says of each kind what it is about', () => {
  expect(waitingWords({ kind: 'device', label: '$& {what}' })).toBe('Remove a browser: $& {what}')
  expect(waitingWords({ kind: 'social', label: null })).toBe('Remove a login: —')
  expect(new Set(Object.values(waitingKindTexts)).size).toBe(6)
})
