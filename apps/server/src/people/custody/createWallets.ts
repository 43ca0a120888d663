import type { CompiledQuery } from 'kysely'
import type { CustodyWallet, postCustodyWallet, RouteRequest } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import { isStoreError } from '../../core/store/storeError.ts'
import { auditRow } from './auditRow.ts'
import { aboutShare } from './createDeviceShares.ts'
import type { Envelopes } from './createEnvelopes.ts'
import type { Factors } from './createFactors.ts'

type WalletView = NonNullable<CustodyWallet['wallet']>

/** The stored data of an account's key besides its shares. */
export interface WalletRow {
  readonly commit: string
  readonly owner: string
  readonly createdAt: number
  readonly exportAt: number | null
}

export interface Wallets {
  /** Undefined until there is one, and once it was deleted. */
  find(account: string): Promise<WalletRow | undefined>
  /** All or nothing; false when the account has a key already, or had one. */
  create(
    place: { readonly account: string; readonly device: string },
    body: RouteRequest<typeof postCustodyWallet>['body'],
  ): Promise<boolean>
  listShares(account: string): Promise<WalletView['pairs']>
  /** From when on the key may be shown; null cancels. */
  setExport(account: string, device: string, at: number | null): Promise<void>
  /** Deletes every half and leaves the account's id, so that none is made for it again: for the batch that deletes the account. */
  deletion(place: { readonly account: string; readonly device: string }): readonly CompiledQuery[]
}

export function createWallets(deps: {
  readonly store: Store
  readonly envelopes: Envelopes
  readonly factors: Factors
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Wallets {
  const { store, envelopes, factors, now } = deps
  const { compose } = store

  return {
    async find(account) {
      const row = await store.db
        .selectFrom('custody_wallets')
        .select(['commit_mac', 'owner', 'created_at', 'export_at'])
        .where('account_id', '=', account)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (row === undefined) return undefined
      return {
        commit: row.commit_mac,
        owner: row.owner,
        createdAt: row.created_at,
        exportAt: row.export_at,
      }
    },

    async create(place, body) {
      const { account, device } = place
      const at = now()
      const point = { epoch: 1, version: body.version }
      const half = Buffer.from(body.half, 'hex')
      const closed = await envelopes.close('device', half, aboutShare(place, point))
      half.fill(0)
      const rows = await Promise.all(body.factors.map(factor => factors.rowOf(account, factor)))
      try {
        await store.write([
          compose
            .insertInto('custody_wallets')
            .values({
              account_id: account,
              commit_mac: body.commit,
              owner: body.owner,
              account_type: body.accountType ?? null,
              created_at: at,
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
              account_id: account,
              device,
              ...point,
              ...closed,
              next_version: null,
              next_kek: null,
              next_dek: null,
              next_box: null,
              created_at: at,
              used_at: null,
            })
            .compile(),
          ...rows,
          auditRow(compose, { at, account, device, action: 'create' }),
        ])
        return true
      } catch (error) {
        if (isStoreError(error, 'constraint')) return false
        throw error
      }
    },

    async listShares(account) {
      const rows = await store.db
        .selectFrom('custody_pairs')
        .select(['device', 'epoch', 'version', 'created_at', 'used_at'])
        .where('account_id', '=', account)
        .orderBy('created_at')
        .orderBy('device')
        .execute()
      return rows.map(row => ({
        device: row.device,
        epoch: row.epoch,
        version: row.version,
        createdAt: new Date(row.created_at).toISOString(),
        usedAt: row.used_at === null ? null : new Date(row.used_at).toISOString(),
      }))
    },

    async setExport(account, device, at) {
      await store.write([
        compose
          .updateTable('custody_wallets')
          .set({ export_at: at })
          .where('account_id', '=', account)
          .compile(),
        auditRow(compose, {
          at: now(),
          account,
          device,
          action: at === null ? 'export cancelled' : 'export asked',
        }),
      ])
    },

    deletion({ account, device }) {
      const at = now()
      return [
        compose
          .updateTable('custody_wallets')
          .set({ deleted_at: at, commit_mac: '', owner: '', account_type: null, export_at: null })
          .where('account_id', '=', account)
          .compile(),
        compose.deleteFrom('custody_pairs').where('account_id', '=', account).compile(),
        compose.deleteFrom('custody_factors').where('account_id', '=', account).compile(),
        compose.deleteFrom('custody_passwords').where('account_id', '=', account).compile(),
        compose.deleteFrom('custody_changes').where('account_id', '=', account).compile(),
        compose.deleteFrom('custody_projects').where('account_id', '=', account).compile(),
        auditRow(compose, { at, account, device, action: 'delete' }),
      ]
    },
  }
}
