import type { Store } from '../../core/store/store.ts'
import { auditOnce, auditRow } from './auditRow.ts'
import type { Envelopes } from './createEnvelopes.ts'
import type { ClosedColumns, CustodyTables } from './tables.ts'

/** Which device of which account. */
export interface ShareDevice {
  readonly account: string
  readonly device: string
}

/** The splitting that a key share belongs to. */
export interface Splitting {
  readonly epoch: number
  readonly version: string
}

/** Why a key share is not released. */
export type ShareRefusal = 'none' | 'epoch' | 'replayed'

/** The services' key shares of devices (reference §2.3). Each step is one statement, so that a late call changes nothing. */
export interface DeviceShares {
  /** A key share for a device, newer than any it had; the old ones are gone. */
  put(place: ShareDevice, point: Splitting, half: Uint8Array): Promise<'epoch' | undefined>
  /** The key share, once for each proof; it is written down before it is given. */
  release(
    place: ShareDevice,
    point: Splitting,
    use: { readonly proofId: string; readonly detail: string },
  ): Promise<{ readonly half: Uint8Array } | ShareRefusal>
  /** XORs a pad into a copy of the key share, which stands beside it as the next epoch's. */
  refresh(
    place: ShareDevice,
    point: Splitting,
    next: { readonly version: string; readonly pad: Uint8Array },
  ): Promise<number | ShareRefusal>
  /** Lets the next epoch's key share be the only one; again, when it is already. */
  acknowledge(place: ShareDevice, point: Splitting): Promise<ShareRefusal | undefined>
  /** Whether there was one. From the answer on none of its key shares is given (T82). */
  revoke(place: ShareDevice, by: string): Promise<boolean>
}

export function createDeviceShares(deps: {
  readonly store: Store
  readonly envelopes: Envelopes
  /** Milliseconds since 1970. */
  readonly now: () => number
}): DeviceShares {
  const { store, envelopes, now } = deps
  const { compose } = store

  return {
    async put({ account, device }, { epoch, version }, half) {
      const at = now()
      const closed = await envelopes.close(
        'device',
        half,
        aboutShare({ account, device }, { epoch, version }),
      )
      const fresh = { epoch, version, ...closed, ...noNext, created_at: at }
      const [won] = await store.write([
        compose
          .insertInto('custody_pairs')
          .values({ account_id: account, device, ...fresh, used_at: null })
          .onConflict(conflict =>
            conflict
              .columns(['account_id', 'device'])
              .doUpdateSet(fresh)
              .where('custody_pairs.epoch', '<', epoch),
          )
          .returning('epoch')
          .compile(),
        auditRow(compose, { at, account, device, action: 'pair', detail: `epoch ${epoch}` }),
      ])
      return won.length === 1 ? undefined : 'epoch'
    },

    async release(place, point, { proofId, detail }) {
      const { account, device } = place
      const at = now()
      const [first, [row]] = await store.write([
        auditOnce(compose, proofId, { at, account, device, action: 'release', detail }),
        compose
          .updateTable('custody_pairs')
          .set({ used_at: at })
          .where('account_id', '=', account)
          .where('device', '=', device)
          .returningAll()
          .compile(),
      ])
      if (first.length === 0) return 'replayed'
      if (row === undefined) return 'none'
      const closed = closedAt(row, point)
      if (closed === undefined) return 'epoch'
      return { half: await envelopes.open('device', closed, aboutShare(place, point)) }
    },

    async refresh(place, point, next) {
      const { account, device } = place
      const row = await find(place)
      if (row === undefined) return 'none'
      if (row.epoch !== point.epoch || row.version !== point.version) return 'epoch'
      const at = now()
      const half = await envelopes.open('device', row, aboutShare(place, point))
      for (let i = 0; i < half.length; i++) half[i] = (half[i] ?? 0) ^ (next.pad[i] ?? 0)
      const later = { epoch: point.epoch + 1, version: next.version }
      const closed = await envelopes.close('device', half, aboutShare(place, later))
      half.fill(0)
      const [won] = await store.write([
        compose
          .updateTable('custody_pairs')
          .set({
            next_version: later.version,
            next_kek: closed.kek,
            next_dek: closed.dek,
            next_box: closed.box,
          })
          .where('account_id', '=', account)
          .where('device', '=', device)
          .where('epoch', '=', point.epoch)
          .where('version', '=', point.version)
          .returning('epoch')
          .compile(),
        auditRow(compose, { at, account, device, action: 'refresh', detail: `epoch ${later.epoch}` }),
      ])
      if (won.length === 1) return later.epoch
      return (await find(place)) === undefined ? 'none' : 'epoch'
    },

    async acknowledge(place, { epoch, version }) {
      const { account, device } = place
      const [won] = await store.write([
        compose
          .updateTable('custody_pairs')
          .set(eb => ({
            epoch,
            version,
            kek: eb.ref('next_kek').$notNull(),
            dek: eb.ref('next_dek').$notNull(),
            box: eb.ref('next_box').$notNull(),
            ...noNext,
          }))
          .where('account_id', '=', account)
          .where('device', '=', device)
          .where('epoch', '=', epoch - 1)
          .where('next_version', '=', version)
          .returning('epoch')
          .compile(),
        auditRow(compose, { at: now(), account, device, action: 'refreshed', detail: `epoch ${epoch}` }),
      ])
      if (won.length === 1) return undefined
      const row = await find(place)
      if (row === undefined) return 'none'
      return row.epoch === epoch && row.version === version ? undefined : 'epoch'
    },

    async revoke({ account, device }, by) {
      const [gone] = await store.write([
        compose
          .deleteFrom('custody_pairs')
          .where('account_id', '=', account)
          .where('device', '=', device)
          .returning('device')
          .compile(),
        auditRow(compose, { at: now(), account, device, action: 'revoke', detail: `by ${by}` }),
      ])
      return gone.length === 1
    },
  }

  function find({ account, device }: ShareDevice) {
    return store.db
      .selectFrom('custody_pairs')
      .selectAll()
      .where('account_id', '=', account)
      .where('device', '=', device)
      .executeTakeFirst()
  }
}

const noNext = { next_version: null, next_kek: null, next_dek: null, next_box: null }

/** The associated data of a key share: moved to another account, device or epoch, the key share does not open. */
export function aboutShare(
  { account, device }: ShareDevice,
  { epoch, version }: Splitting,
): readonly unknown[] {
  return ['half', account, device, epoch, version]
}

/** The key share of this splitting: the current one, or the next one that the device has not acknowledged. */
function closedAt(
  row: CustodyTables['custody_pairs'],
  { epoch, version }: Splitting,
): ClosedColumns | undefined {
  if (row.epoch === epoch && row.version === version) return row
  const { next_version, next_kek: kek, next_dek: dek, next_box: box } = row
  const isNext = row.epoch + 1 === epoch && next_version === version
  return isNext && kek !== null && dek !== null && box !== null ? { kek, dek, box } : undefined
}
