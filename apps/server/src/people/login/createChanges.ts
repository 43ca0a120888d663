import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { waitingTime } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import { isStoreError } from '../../core/store/storeError.ts'
import { digestOf } from '../signin/secrets.ts'
import { composeAddress, composeChange } from './composeChange.ts'
import { composeDeferral } from './composeDeferral.ts'
import { composeTurn } from './composeTurn.ts'
import { findDeferred } from './findDeferred.ts'
import { makeLink } from './makeLink.ts'
import type { LoginTables } from './tables.ts'
import { composeStop } from './waiting/composeWaiting.ts'

export type ChangeRow = Selectable<LoginTables['login_changes']>
export type UndoRow = Selectable<LoginTables['login_undos']>

/** Milliseconds for which a change that was begun can go on (T45). */
const changeLifetime = 1_200_000
/** Milliseconds after its time for which a change that waits can be made: mail or services may have been out. */
const waitingGrace = 2_592_000_000

/** Changes of the address of an account (reference §3.2): begun, proven at the old one, proven at the new one, made, undone. */
export interface Changes {
  /** Begins a change; ends a pending one of the account, and a deferred one's link. */
  begin(change: Omit<ChangeRow, 'change_id' | 'undo_mac' | 'created_at' | 'expires_at'>): Promise<ChangeRow>
  /** Finds a change that has not expired, of this device and account, at one of these steps. */
  find(of: {
    readonly change: string
    readonly account: string
    readonly device: string
    readonly steps: readonly ('primary' | 'secondary' | 'lost')[]
  }): Promise<ChangeRow | undefined>
  /** Moves a change from its first step to the second, with the flow of the next code. False when it is past the first. */
  proceed(change: string, codeFlow: string): Promise<boolean>
  /**
   * Defers a change whose old mailbox is lost, once. The link takes the change back, before it is made and after. False
   * when the change is not at the step `lost`.
   */
  defer(change: string, undoMac: string): Promise<boolean>
  /** Finds the account's deferred change that has not expired. */
  findDeferred(account: string): Promise<ChangeRow | undefined>
  /** Deletes the account's deferred change, and its link. */
  cancel(account: string): Promise<void>
  /** Creates the link for the old address before the change is made, so that the notice goes out first. */
  prepareUndo(): { readonly link: string; readonly mac: string }
  /**
   * Makes the change, ends the account's other sessions, and freezes the owner's sensitive actions. Once; false when
   * the address belongs to another account by now, or the change or its session has ended.
   */
  commit(
    change: ChangeRow,
    session: string,
    undoMac: string | undefined,
    options?: { readonly keepsSessions: boolean },
  ): Promise<boolean>
  /** Lets a change wait that a session without the key has proven, until it takes effect or is stopped. False when it is past its second step. */
  wait(change: string): Promise<boolean>
  /** Whether an address is reserved because its change can still be undone, for other accounts than this one. */
  isReserved(identity: string, account?: string): Promise<boolean>
  /** Finds the undo of a link until it expires, also one that was used. */
  findUndo(link: string): Promise<UndoRow | undefined>
  /**
   * Makes the old address the account's again, ends its sessions, freezes its sensitive actions, and deletes its devices,
   * pending changes, and the identities and passkeys added since. True also for a link that was used; false for an unknown or expired link, and
   * when the address belongs to another account.
   */
  undo(link: string): Promise<boolean>
}

export function createChanges(deps: {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Changes {
  const { store, now } = deps
  const { compose, db } = store

  /** Composes the deletion of an account's deferred change's link: its change is not made any more. */
  const endLink = (account: string) =>
    compose
      .deleteFrom('login_undos')
      .where('link_mac', 'in', eb =>
        eb
          .selectFrom('login_changes')
          .select('undo_mac')
          .where('account_id', '=', account)
          .where('undo_mac', 'is not', null),
      )
      .compile()

  const findUndo: Changes['findUndo'] = link =>
    db
      .selectFrom('login_undos')
      .selectAll()
      .where('link_mac', '=', digestOf(link))
      .where('expires_at', '>', now())
      .executeTakeFirst()

  return {
    async begin(change) {
      const at = now()
      const row: ChangeRow = {
        ...change,
        change_id: randomBytes(16).toString('base64url'),
        undo_mac: null,
        created_at: at,
        expires_at: at + changeLifetime,
      }
      await store.write([
        endLink(row.account_id),
        compose
          .deleteFrom('login_changes')
          .where('account_id', '=', row.account_id)
          // One that waits is stopped, and not replaced by a session that begins another.
          .where('step', '<>', 'waiting')
          .compile(),
        compose.insertInto('login_changes').values(row).compile(),
      ])
      return row
    },
    find: ({ change, account, device, steps }) =>
      db
        .selectFrom('login_changes')
        .selectAll()
        .where('change_id', '=', change)
        .where('account_id', '=', account)
        .where('device', '=', device)
        .where('step', 'in', steps)
        .where('expires_at', '>', now())
        .executeTakeFirst(),
    async proceed(change, codeFlow) {
      const [rows] = await store.write([
        compose
          .updateTable('login_changes')
          .set({ step: 'secondary', code_flow: codeFlow })
          .where('change_id', '=', change)
          .where('step', '=', 'primary')
          .returning('change_id')
          .compile(),
      ])
      return rows.length === 1
    },
    async defer(change, undoMac) {
      const [rows] = await store.write(composeDeferral(store, { change, undoMac, at: now() }))
      return rows.length === 1
    },
    findDeferred: account => findDeferred(db, { account, now: now() }),
    async cancel(account) {
      await store.write([
        endLink(account),
        compose
          .deleteFrom('login_changes')
          .where('account_id', '=', account)
          .where('step', '=', 'deferred')
          .compile(),
      ])
    },
    prepareUndo: makeLink,
    async commit(change, session, undoMac, options) {
      const made = await unlessTaken(
        store.write(composeChange(store, { change, session, undoMac, at: now(), ...options })),
      )
      return made?.[1].length === 1
    },
    async wait(change) {
      const [rows] = await store.write([
        compose
          .updateTable('login_changes')
          .set({ step: 'waiting', code_flow: 'none', expires_at: now() + waitingTime + waitingGrace })
          .where('change_id', '=', change)
          .where('step', '=', 'secondary')
          .returning('change_id')
          .compile(),
      ])
      return rows.length === 1
    },
    async isReserved(identity, account = '') {
      const row = await db
        .selectFrom('login_undos')
        .select('account_id')
        .where('old_identity', '=', identity)
        .where('account_id', '<>', account)
        .where('undone_at', 'is', null)
        .where('expires_at', '>', now())
        .executeTakeFirst()
      return row !== undefined
    },
    findUndo,
    async undo(link) {
      const row = await findUndo(link)
      if (row === undefined) return false
      if (row.undone_at !== null) return true
      const at = now()
      const { link_mac } = row
      const { account_id } = row
      const undone = await unlessTaken(
        // One batch: after a failure the visitor can use the link again.
        store.write([
          // A change that is being made is made first, or finds itself taken back.
          composeTurn(store, account_id),
          compose
            .updateTable('login_undos')
            .set({ undone_at: at })
            .where('link_mac', '=', link_mac)
            .compile(),
          ...composeAddress(
            store,
            compose
              .selectFrom('login_undos')
              .select(['account_id', 'old_identity as subject', 'old_email as address'])
              .where('link_mac', '=', link_mac),
            at,
          ),
          compose.deleteFrom('login_changes').where('account_id', '=', account_id).compile(),
          compose.deleteFrom('login_sessions').where('account_id', '=', account_id).compile(),
          compose.deleteFrom('login_devices').where('account_id', '=', account_id).compile(),
          // The attacker may have added other identities since the change.
          compose
            .deleteFrom('login_identities')
            .where('account_id', '=', account_id)
            .where('kind', '<>', 'email')
            .where('created_at', '>=', row.created_at)
            .compile(),
          compose
            .deleteFrom('login_passkeys')
            .where('account_id', '=', account_id)
            .where('created_at', '>=', row.created_at)
            .compile(),
          ...composeStop(store, { account: account_id, some: 'all', at }),
          // Later changes are undone with it.
          compose
            .deleteFrom('login_undos')
            .where('account_id', '=', account_id)
            .where('link_mac', '<>', link_mac)
            .where('created_at', '>', row.created_at)
            .compile(),
        ]),
      )
      return undone !== undefined
    },
  }
}

async function unlessTaken<T>(writing: Promise<T>): Promise<T | undefined> {
  try {
    return await writing
  } catch (error) {
    if (isStoreError(error, 'constraint')) return undefined
    throw error
  }
}
