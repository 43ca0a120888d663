import type { CompiledQuery } from 'kysely'
import {
  mostFactors,
  mostRecoveryReleases,
  type RecoveryFactor,
  type RecoveryKind,
  type Sealed,
} from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import { isStoreError } from '../../core/store/storeError.ts'
import { type AuditCondition, auditIf, auditRefused } from './auditRow.ts'
import type { Envelopes } from './createEnvelopes.ts'
import { lockWallet } from './lockWallet.ts'

const oneDay = 86_400_000

/** A factor as its person may see it at any time: everything but the services' key share. */
export interface FactorView {
  readonly id: string
  readonly kind: RecoveryKind
  readonly label: string | null
  readonly params: RecoveryFactor['params']
  readonly sealed: Sealed | null
  readonly createdAt: number
  readonly usedAt: number | null
}

/** The services' key shares of recovery factors; each factor splits the key for itself, so that deleting one ends it exactly. */
export interface Factors {
  /** The row of a new factor, for the caller's batch. */
  rowOf(account: string, factor: RecoveryFactor): Promise<CompiledQuery>
  /** Adds one, unless there is one of this id (`exists`) or as many as an account may have (`full`). */
  add(account: string, device: string, factor: RecoveryFactor): Promise<'added' | 'exists' | 'full'>
  list(account: string): Promise<readonly FactorView[]>
  kindOf(account: string, factor: string): Promise<RecoveryKind | undefined>
  delete(account: string, device: string, factor: string): Promise<boolean>
  /**
   * Counts one release of the five that an account has in 24 hours, from `at` on; the key share is then to be had by `open`.
   * Milliseconds to wait when there is none left.
   */
  claim(
    account: string,
    device: string,
    factor: string,
  ): Promise<{ readonly left: number; readonly at: number } | { readonly wait: number }>
  /** Uncounts a release that had no result, unless another one followed it. */
  giveBack(account: string, at: number): Promise<void>
  open(
    account: string,
    factor: string,
  ): Promise<{ readonly half: string; readonly open: string | null } | undefined>
}

export function createFactors(deps: {
  readonly store: Store
  readonly envelopes: Envelopes
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Factors {
  const { store, envelopes, now } = deps
  const { compose } = store

  return {
    rowOf,

    async add(account, device, factor) {
      const detail = `${factor.kind} ${factor.id}`
      const at = now()
      const row = await columnsOf(account, factor)
      try {
        const [, , added] = await store.write([
          lockWallet(compose, account),
          auditIf(compose, { at, account, device, action: 'factor', detail }, hasRoom(account)),
          compose
            .insertInto('custody_factors')
            .columns([
              'account_id',
              'factor',
              'kind',
              'label',
              'params',
              'sealed',
              'created_at',
              'used_at',
              'kek',
              'dek',
              'box',
            ])
            .expression(
              compose
                .selectNoFrom(eb => [
                  eb.cast<string>(eb.val(row.account_id), 'text').as('account_id'),
                  eb.cast<string>(eb.val(row.factor), 'text').as('factor'),
                  eb.cast<string>(eb.val(row.kind), 'text').as('kind'),
                  eb.val(row.label).as('label'),
                  eb.val(row.params).as('params'),
                  eb.val(row.sealed).as('sealed'),
                  eb.cast<number>(eb.val(row.created_at), 'bigint').as('created_at'),
                  eb.cast<null>(eb.val(null), 'bigint').as('used_at'),
                  eb.cast<string>(eb.val(row.kek), 'text').as('kek'),
                  eb.val(row.dek).as('dek'),
                  eb.val(row.box).as('box'),
                ])
                .where(hasRoom(account)),
            )
            .returning('factor')
            .compile(),
        ])
        if (added.length === 1) return 'added'
        await refuse({ account, device }, 'factor full')
        return 'full'
      } catch (error) {
        if (!isStoreError(error, 'constraint')) throw error
        await refuse({ account, device }, 'factor exists')
        return 'exists'
      }
    },

    async kindOf(account, factor) {
      const row = await store.db
        .selectFrom('custody_factors')
        .select('kind')
        .where('account_id', '=', account)
        .where('factor', '=', factor)
        .executeTakeFirst()
      return row?.kind as RecoveryKind | undefined
    },

    async list(account) {
      const rows = await store.db
        .selectFrom('custody_factors')
        .select(['factor', 'kind', 'label', 'params', 'sealed', 'created_at', 'used_at'])
        .where('account_id', '=', account)
        .orderBy('created_at')
        .orderBy('factor')
        .execute()
      return rows.map(row => ({
        id: row.factor,
        kind: row.kind as RecoveryKind,
        label: row.label,
        // Both were checked by the contract before they were written.
        params: JSON.parse(row.params) as RecoveryFactor['params'],
        sealed: row.sealed === null ? null : (JSON.parse(row.sealed) as Sealed),
        createdAt: row.created_at,
        usedAt: row.used_at,
      }))
    },

    async delete(account, device, factor) {
      const isThere: AuditCondition = eb => eb.exists(rowsOf(account, factor))
      const [, , gone] = await store.write([
        lockWallet(compose, account),
        auditIf(compose, { at: now(), account, device, action: 'factor deleted', detail: factor }, isThere),
        compose
          .deleteFrom('custody_factors')
          .where('account_id', '=', account)
          .where('factor', '=', factor)
          .returning('factor')
          .compile(),
      ])
      if (gone.length === 0) await refuse({ account, device }, 'factor deleted none')
      return gone.length === 1
    },

    async claim(account, device, factor) {
      const at = now()
      const isLeft: AuditCondition = eb =>
        eb.exists(
          compose
            .selectFrom('custody_wallets')
            .select('account_id')
            .where('account_id', '=', account)
            .where('released_1', '<=', at - oneDay),
        )
      const [, , , [row]] = await store.write([
        lockWallet(compose, account),
        auditIf(compose, { at, account, device, action: 'recover', detail: factor }, isLeft),
        compose
          .updateTable('custody_factors')
          .set({ used_at: at })
          .where('account_id', '=', account)
          .where('factor', '=', factor)
          .where(eb => isLeft(eb as never))
          .compile(),
        compose
          .updateTable('custody_wallets')
          .set(eb => ({
            released_1: eb.ref('released_2'),
            released_2: eb.ref('released_3'),
            released_3: eb.ref('released_4'),
            released_4: eb.ref('released_5'),
            released_5: at,
          }))
          .where('account_id', '=', account)
          .where('released_1', '<=', at - oneDay)
          .returning(['released_1', 'released_2', 'released_3', 'released_4', 'released_5'])
          .compile(),
      ])
      if (row !== undefined) {
        const within = Object.values(row).filter(time => time > at - oneDay).length
        return { left: mostRecoveryReleases - within, at }
      }
      await refuse({ account, device }, 'recover limit')
      const wallet = await store.db
        .selectFrom('custody_wallets')
        .select('released_1')
        .where('account_id', '=', account)
        .executeTakeFirst()
      return { wait: Math.max(1_000, (wallet?.released_1 ?? at) + oneDay - at) }
    },

    async giveBack(account, at) {
      await store.write([
        compose
          .updateTable('custody_wallets')
          .set(eb => ({
            // What stood there was a day old.
            released_1: 0,
            released_2: eb.ref('released_1'),
            released_3: eb.ref('released_2'),
            released_4: eb.ref('released_3'),
            released_5: eb.ref('released_4'),
          }))
          .where('account_id', '=', account)
          .where('released_5', '=', at)
          .compile(),
      ])
    },

    async open(account, factor) {
      const row = await store.db
        .selectFrom('custody_factors')
        .select(['kind', 'kek', 'dek', 'box'])
        .where('account_id', '=', account)
        .where('factor', '=', factor)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const content = await envelopes.open('recovery', row, aboutFactor(account, factor, row.kind))
      const text = Buffer.from(content).toString('hex')
      content.fill(0)
      return { half: text.slice(0, 64), open: text.length > 64 ? text.slice(64) : null }
    },
  }

  async function rowOf(account: string, factor: RecoveryFactor): Promise<CompiledQuery> {
    return compose
      .insertInto('custody_factors')
      .values(await columnsOf(account, factor))
      .compile()
  }

  async function columnsOf(account: string, factor: RecoveryFactor) {
    const { id, kind, label = null, params, sealed, half, open } = factor
    // One length for all: in the operator's mode the visitor's key share is with ours.
    const content = Buffer.from(half + (open ?? ''), 'hex')
    const closed = await envelopes.close('recovery', content, aboutFactor(account, id, kind))
    content.fill(0)
    return {
      account_id: account,
      factor: id,
      kind,
      label,
      params: JSON.stringify(params),
      sealed: sealed === undefined ? null : JSON.stringify(sealed),
      created_at: now(),
      used_at: null,
      ...closed,
    }
  }

  function rowsOf(account: string, factor: string) {
    return compose
      .selectFrom('custody_factors')
      .select('factor')
      .where('account_id', '=', account)
      .where('factor', '=', factor)
  }

  function hasRoom(account: string): AuditCondition {
    return eb =>
      eb(
        compose
          .selectFrom('custody_factors')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('account_id', '=', account),
        '<',
        mostFactors,
      )
  }

  async function refuse(
    { account, device }: { readonly account: string; readonly device: string },
    detail: string,
  ): Promise<void> {
    await store.write([auditRefused(compose, { at: now(), account, device, detail })])
  }
}

function aboutFactor(account: string, factor: string, kind: string): readonly unknown[] {
  return ['factor', account, factor, kind]
}
