import { waitingKinds, waitingTime } from 'latchkey/services'
import { expect, it } from 'vitest'
import { oneOf, provide } from '../../../core/context/oneOf.ts'
import { createLog } from '../../../core/log/createLog.ts'
import { eachStore } from '../../../core/store/eachStore.fixture.ts'
import type { Store } from '../../../core/store/store.ts'
import { createServicesContext } from '../../../createServicesContext.ts'
import { parseEnvironment } from '../../../parseEnvironment.ts'
import { makeVault } from '../../custody/makeVault.ts'
import { createOwnVault } from '../../custody/vault/createListedVault.ts'
import type { OutgoingMail } from '../../mail/createMailer.ts'
import { makeMailer } from '../../mail/makeMailer.ts'
import { emailIdentity } from '../createAccounts.ts'
import { makeLogin, makeWaiting, makeWaitingSweep } from '../makeLogin.ts'
import { sweepWaiting } from './sweepWaiting.ts'

const oneDay = 86_400_000
const [phone, laptop] = ['p'.repeat(43), 'l'.repeat(43)]

eachStore('T115: a change that waits, with two processes', open => {
  /** One process: the parts that a server has, and what it mailed. */
  function openProcess(store: Store, at: { now: number }) {
    const mails: OutgoingMail[] = []
    const settings = parseEnvironment({ ...open.environment(), FRAME_ORIGIN: 'https://keys.example' })
    const log = createLog({ level: 'error', sink: { write: () => {} }, secrets: [] })
    const ctx = createServicesContext({ store, settings, log, now: () => at.now })
    provide(ctx, makeVault, createOwnVault())
    provide(ctx, makeMailer, { send: async mail => void mails.push(mail), close: () => {} })
    const parts = makeWaitingSweep(ctx)
    const waiting = oneOf(ctx, makeWaiting)
    return {
      mails,
      parts,
      waiting,
      sessions: oneOf(ctx, makeLogin).sessions,
      sweep: () => sweepWaiting(parts),
    }
  }

  async function openBoth() {
    const at = { now: 1_000_000_000_000 }
    const store = await open()
    const both = [openProcess(store, at), openProcess(await open.beside(), at)] as const
    const { compose, write } = store
    await write([
      compose.insertInto('projects').values({ id: 'shop', name: 'Shop', created_at: 1 }).compile(),
    ])
    const { login } = both[0].parts
    const account = await login.accounts.enter(emailIdentity('ann', 'ann@mail.example'))
    const of = { account_id: account, created_at: 1 }
    await write([
      compose
        .insertInto('custody_wallets')
        .values({
          ...of,
          commit_mac: 'c',
          owner: 'o',
          deleted_at: null,
          export_at: null,
          released_1: 0,
          released_2: 0,
          released_3: 0,
          released_4: 0,
          released_5: 0,
        })
        .compile(),
      compose
        .insertInto('custody_pairs')
        .values({
          ...of,
          device: phone,
          epoch: 1,
          version: 'v',
          kek: 'k',
          dek: new Uint8Array(1),
          box: new Uint8Array(1),
          next_version: null,
          next_kek: null,
          next_dek: null,
          next_box: null,
          used_at: null,
        })
        .compile(),
      ...['passkey', 'social'].map(kind =>
        compose
          .insertInto('login_identities')
          .values({ ...of, kind, issuer: kind, subject: kind, email: null, label: null, name: null })
          .compile(),
      ),
    ])
    await login.devices.trust(account, { key: laptop, name: 'Chrome on Linux', page: 'https://shop.example' })
    const { row } = await both[0].sessions.begin({
      project_id: 'shop',
      account_id: account,
      device: laptop,
      provider: 'email',
      credential: null,
      proved_by: 'email',
    })
    const caller = { accountId: account, deviceThumbprint: laptop, session: row } as never
    return { at, store, both, account, caller }
  }

  const subjects = {
    device: phone,
    sessions: '',
    passkey: 'passkey',
    social: 'social',
    email: 'none',
    account: '',
  }

  it.each(waitingKinds)('takes effect once: %s', async kind => {
    const { at, store, both, caller } = await openBoth()
    const [one, other] = both
    const asked = { kind, subject: subjects[kind] }
    const begun = await Promise.all(both.map(({ waiting }) => waiting.begin(caller, asked)))
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1)
    expect(one.mails.length + other.mails.length).toBe(1)
    at.now += waitingTime - oneDay
    await one.sweep()
    at.now += oneDay
    await Promise.all([one.sweep(), other.sweep(), one.sweep(), other.sweep()])
    const done = [...one.mails, ...other.mails].filter(({ subject }) => subject.startsWith('Done: '))
    expect(done).toHaveLength(1)
    const rows = await store.db.selectFrom('login_waiting').select('state').execute()
    expect(rows).toEqual(kind === 'account' ? [] : [{ state: 'done' }])
    const shares = await store.db.selectFrom('custody_pairs').select('device').execute()
    expect(shares).toHaveLength(kind === 'device' || kind === 'account' ? 0 : 1)
    const kept = await store.db.selectFrom('login_identities').select('kind').orderBy('kind').execute()
    expect(kept.map(each => each.kind)).toEqual(
      kind === 'account'
        ? []
        : ['email', 'passkey', 'social'].filter(each => each === 'email' || each !== kind),
    )
  })

  it('is either stopped or takes effect, where both happen at once', async () => {
    const { at, store, both, account, caller } = await openBoth()
    const [one, other] = both
    for (let round = 0; round < 12; round++) {
      const subject = `device${round}`
      await store.write([
        store.compose.deleteFrom('login_waiting').compile(),
        store.compose
          .insertInto('login_devices')
          .values({ account_id: account, device: subject, name: null, page: '', created_at: 1, seen_at: 1 })
          .compile(),
      ])
      const { id } = await one.waiting.begin(caller, { kind: 'device', subject })
      at.now += waitingTime - oneDay
      await one.sweep()
      at.now += oneDay
      const acts = [() => other.sweep(), () => one.waiting.stop(account, { id })]
      const [, stopped] = await Promise.all(
        round % 2 === 0
          ? acts.map(act => act())
          : acts
              .toReversed()
              .map(act => act())
              .toReversed(),
      )
      const [row] = await store.db.selectFrom('login_waiting').select('state').execute()
      const isKnown = (await one.parts.login.devices.list(account)).some(({ device }) => device === subject)
      expect([row?.state, isKnown]).toEqual(
        (stopped as readonly unknown[]).length === 1 ? ['stopped', true] : ['done', false],
      )
    }
  })

  it('is not made by a process that no longer leads', async () => {
    const { at, store, both, caller } = await openBoth()
    const [one, other] = both
    await one.waiting.begin(caller, { kind: 'account' })
    at.now += waitingTime - oneDay
    await one.sweep()
    at.now += oneDay
    const { compose } = store
    const fence = [
      compose.insertInto('projects').values({ id: 'shop', name: 'Again', created_at: 1 }).compile(),
    ]
    await expect(sweepWaiting(one.parts, fence)).rejects.toMatchObject({ code: 'constraint' })
    expect(await store.db.selectFrom('login_waiting').select('state').execute()).toEqual([
      { state: 'waiting' },
    ])
    await other.sweep()
    expect(await store.db.selectFrom('login_accounts').select('id').execute()).toEqual([])
  })

  it.each(['passkey', 'social'] as const)(
    'is not said to have taken away a %s that is the last by then',
    async kind => {
      const { at, store, both, caller } = await openBoth()
      const [one] = both
      await one.waiting.begin(caller, { kind, subject: kind })
      at.now += waitingTime - oneDay
      await one.sweep()
      await store.write([store.compose.deleteFrom('login_identities').where('kind', '<>', kind).compile()])
      at.now += oneDay
      await one.sweep()
      expect(await store.db.selectFrom('login_waiting').select('state').execute()).toEqual([
        { state: 'failed' },
      ])
      expect(await store.db.selectFrom('login_identities').select('kind').execute()).toEqual([{ kind }])
      expect(one.mails.filter(({ subject }) => subject.startsWith('Done: '))).toEqual([])
    },
  )

  it('that cannot be made, as its new address is another account’s by now, ends and stays undone', async () => {
    const { at, store, both, account, caller } = await openBoth()
    const [one] = both
    const { compose } = store
    await store.write([
      compose
        .insertInto('login_changes')
        .values({
          change_id: 'change',
          account_id: account,
          project_id: 'shop',
          device: laptop,
          page: '',
          step: 'waiting',
          old_email: 'ann@mail.example',
          old_identity: 'ann',
          new_email: 'bob@mail.example',
          new_identity: 'bob',
          code_flow: 'none',
          undo_mac: null,
          created_at: 1,
          expires_at: Number.MAX_SAFE_INTEGER,
        })
        .compile(),
    ])
    await one.waiting.begin(caller, { kind: 'email', subject: 'change', label: 'b…@mail.example' })
    await one.parts.login.accounts.enter(emailIdentity('bob', 'bob@mail.example'))
    at.now += waitingTime - oneDay
    await one.sweep()
    at.now += oneDay
    await one.sweep()
    expect(await store.db.selectFrom('login_waiting').select('state').execute()).toEqual([
      { state: 'failed' },
    ])
    expect(await one.parts.login.accounts.emailOf(account)).toMatchObject({ email: 'ann@mail.example' })
  })
})
