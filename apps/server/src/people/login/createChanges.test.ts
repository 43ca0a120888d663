import { expect, it } from 'vitest'
import { openApp } from '../../app.fixture.ts'
import type { Store } from '../../core/store/store.ts'
import { StoreError } from '../../core/store/storeError.ts'
import { createAccounts, emailIdentity } from './createAccounts.ts'
import { createChanges } from './createChanges.ts'
import { createLoginSessions } from './createLoginSessions.ts'

const [ann, next] = ['ann@mail.example', 'ann@new.example']
const now = () => 1_000_000

/** The same store, which takes so many writes and then no more. */
function storeFor(writes: number, store: Store): Store {
  let left = writes
  const write: Store['write'] = queries => {
    left--
    return left < 0
      ? Promise.reject(new StoreError({ code: 'full', message: 'no room' }))
      : store.write(queries)
  }
  return { ...store, write }
}

it.each([0, 1])(
  'T45: a store that is full after %i writes leaves a change, and taking it back, to be repeated',
  async writes => {
    const app = await openApp()
    await app.addProject('shop')
    const { store } = app
    const accounts = createAccounts({ store, now })
    const changes = createChanges({ store, now })
    const faulty = () => createChanges({ store: storeFor(writes, store), now })
    const account = await accounts.enter(emailIdentity('old', ann))
    const change = await changes.begin({
      account_id: account,
      project_id: 'shop',
      device: 'phone',
      page: 'https://shop.example',
      step: 'secondary',
      old_email: ann,
      old_identity: 'old',
      new_email: next,
      new_identity: 'new',
      code_flow: 'code',
    })
    const { link, mac } = changes.prepareUndo()
    const { row: session } = await createLoginSessions({ store, now }).begin({
      project_id: 'shop',
      account_id: account,
      device: 'phone',
      provider: 'email',
      credential: null,
      proved_by: 'email',
    })
    const make = (by: typeof changes) => by.commit(change, session.id, mac)
    if (!(await make(faulty()).catch(() => false))) expect(await make(changes)).toBe(true)
    expect((await accounts.emailOf(account))?.email).toBe(next)
    await faulty()
      .undo(link)
      .catch(() => {})
    expect(await changes.undo(link)).toBe(true)
    expect((await accounts.emailOf(account))?.email).toBe(ann)
    expect(await changes.undo('other')).toBe(false)
    await app.close()
  },
)

it('T45: a change that is deferred twice is deferred once, with the link of that time alone', async () => {
  const app = await openApp()
  await app.addProject('shop')
  const { store } = app
  const changes = createChanges({ store, now })
  const account = await createAccounts({ store, now }).enter(emailIdentity('old', ann))
  const change = await changes.begin({
    account_id: account,
    project_id: 'shop',
    device: 'phone',
    page: 'https://shop.example',
    step: 'lost',
    old_email: ann,
    old_identity: 'old',
    new_email: next,
    new_identity: 'new',
    code_flow: 'code',
  })
  const undos = [changes.prepareUndo(), changes.prepareUndo()]
  const deferred = await Promise.all(undos.map(({ mac }) => changes.defer(change.change_id, mac)))
  expect(deferred.toSorted()).toEqual([false, true])
  const found = await Promise.all(undos.map(({ link }) => changes.findUndo(link)))
  expect(found.map(row => row !== undefined)).toEqual(deferred)
  expect(found.find(row => row !== undefined)).toMatchObject({
    account_id: account,
    old_email: ann,
    old_identity: 'old',
    new_email: next,
    expires_at: now() + 17 * 86_400_000,
    undone_at: null,
  })
  await app.close()
})

it('S11: no account is made with an address that is being changed, however often it is tried at once', async () => {
  const app = await openApp()
  await app.addProject('shop')
  const { store } = app
  const accounts = createAccounts({ store, now })
  const changes = createChanges({ store, now })
  const sessions = createLoginSessions({ store, now })
  for (let round = 0; round < 10; round++) {
    const [from, to] = [`old ${round}`, `new ${round}`]
    const account = await accounts.enter(emailIdentity(from, ann))
    const of = { account_id: account, project_id: 'shop', device: 'phone' }
    const change = await changes.begin({
      ...of,
      page: 'https://shop.example',
      step: 'secondary',
      old_email: ann,
      old_identity: from,
      new_email: next,
      new_identity: to,
      code_flow: 'code',
    })
    const { row } = await sessions.begin({ ...of, provider: 'email', credential: null, proved_by: 'email' })
    const { link, mac } = changes.prepareUndo()
    const enter = () => accounts.enter(emailIdentity(from, ann)).catch(({ code }) => code)
    const before = Array.from({ length: 10 }, enter)
    const made = changes.commit(change, row.id, mac)
    const entered = await Promise.all([...before, ...Array.from({ length: 10 }, enter)])
    expect(await made).toBe(true)
    for (const each of entered) expect([account, 'LOGIN_ENDED']).toContain(each)
    expect(await enter()).toBe('LOGIN_ENDED')
    expect(await changes.undo(link)).toBe(true)
    expect(await enter()).toBe(account)
  }
  await app.close()
})
