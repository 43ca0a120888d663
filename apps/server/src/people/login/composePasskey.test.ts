import { mostPasskeys } from 'latchkey/services'
import { expect, it } from 'vitest'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import type { Store } from '../../core/store/store.ts'
import { createNonces } from '../signin/createNonces.ts'
import { createOnce } from '../signin/createOnce.ts'
import { createAccounts, emailIdentity } from './createAccounts.ts'
import { createLoginSessions, type GivenSession } from './createLoginSessions.ts'
import { createPasskeys } from './createPasskeys.ts'

const now = () => 1_000_000
const made = { credential: 'late', public_key: new Uint8Array([1, 2]), counter: 7, is_synced: 1, label: null }

function openRoom(store: Store) {
  const nonces = createNonces({ once: createOnce({ store, now }), secret: new Uint8Array(32), now })
  return {
    accounts: createAccounts({ store, now }),
    sessions: createLoginSessions({ store, now }),
    passkeys: createPasskeys({ store, nonces, walletOrigin: 'https://wallet.example', now }),
  }
}

type Room = ReturnType<typeof openRoom>

eachStore('T82: a passkey that was made for a session', open => {
  async function openShop() {
    const store = await open()
    await store.write([
      store.compose.insertInto('projects').values({ id: 'shop', name: 'Shop', created_at: 1 }).compile(),
    ])
    const room = openRoom(store)
    const account_id = await room.accounts.enter(emailIdentity('ann', 'ann@mail.example'))
    const logIn = (device: string) =>
      room.sessions.begin({
        project_id: 'shop',
        account_id,
        device,
        provider: 'email',
        credential: null,
        proved_by: 'email',
      })
    return { store, room, own: await logIn('phone'), stolen: await logIn('other') }
  }

  it('adds one identity to its account, once', async () => {
    const { room, own } = await openShop()
    expect(await room.passkeys.add(made, own.row)).toBe(true)
    expect(await room.passkeys.add(made, own.row)).toBe(false)
    const account_id = own.row.account_id
    expect(await room.passkeys.list(account_id)).toMatchObject([
      { ...made, public_key: expect.anything(), account_id, created_at: now(), used_at: null },
    ])
    const identity = { kind: 'passkey', issuer: 'wallet.example', subject: 'late' } as const
    expect(await room.accounts.find(identity)).toBe(account_id)
  })

  it('S11 b: has room beside others only, however many come at once in two processes', async () => {
    const { store, room, own } = await openShop()
    const rooms = [room, openRoom(await open.beside())] as const
    const added = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        rooms[i % 2 === 0 ? 0 : 1].passkeys.add({ ...made, credential: `made${i}` }, own.row),
      ),
    )
    expect(added.filter(isAdded => isAdded)).toHaveLength(mostPasskeys)
    for (const table of ['login_passkeys', 'login_identities'] as const) {
      const rows = await store.db.selectFrom(table).select('account_id').execute()
      expect(rows).toHaveLength(mostPasskeys + (table === 'login_identities' ? 1 : 0))
    }
  })

  it.each<[string, (room: Room, own: GivenSession) => Promise<unknown>]>([
    ['was logged out by another', ({ sessions }, { row }) => sessions.endOthers(row)],
    ['is gone with its account', ({ accounts }, { row }) => accounts.delete(row.account_id, [])],
  ])('is not added where that %s meanwhile', async (_, end) => {
    const { store, room, own, stolen } = await openShop()
    await end(room, own)
    expect(await room.passkeys.add(made, stolen.row)).toBe(false)
    expect(await store.db.selectFrom('login_passkeys').selectAll().execute()).toEqual([])
    const known = store.db.selectFrom('login_identities').select('kind').where('kind', '=', 'passkey')
    expect(await known.execute()).toEqual([])
  })
})
