import { expect, it } from 'vitest'
import { openApp } from '../app.fixture.ts'
import type { Store } from '../store/store.ts'
import { StoreError } from '../store/storeError.ts'
import { createAccounts, emailIdentity } from './createAccounts.ts'
import { createChanges } from './createChanges.ts'

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
    const make = (by: typeof changes) => by.commit(change, 'session', mac)
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
