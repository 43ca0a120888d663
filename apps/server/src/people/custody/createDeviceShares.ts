import type { CompiledQuery } from 'kysely'
import { mostDevices } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import { type AuditCondition, auditIf, auditOnce, auditRefused, type CustodyAction } from './auditRow.ts'
import type { Envelopes } from './createEnvelopes.ts'
import { lockWallet } from './lockWallet.ts'
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
  /**
   * A key share for a device, newer than any it had; the old ones are gone. Where the account has as many devices as it may
   * have, those that were not used for longest lose theirs.
   */
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
  /** The same as queries for a batch; the last has a row where there was one. */
  revocation(
    place: ShareDevice,
    by: string,
  ): readonly [CompiledQuery, CompiledQuery, CompiledQuery<{ device: string }>]
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
      const isNewer: AuditCondition = eb =>
        eb.not(eb.exists(pair({ account, device }).select('device').where('epoch', '>=', epoch)))
      const isPut = pair({ account, device }).select('device').where('version', '=', version)
      const [, , won] = await store.write([
        lockWallet(compose, account),
        auditIf(compose, { at, account, device, action: 'pair', detail: `epoch ${epoch}` }, isNewer),
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
        ...makeRoom({ account, device }, at, isPut),
      ])
      if (won.length === 1) return undefined
      await refuse({ account, device }, 'pair', 'epoch')
      return 'epoch'
    },

    async release(place, point, { proofId, detail }) {
      const { account, device } = place
      const at = now()
      const isHere: AuditCondition = eb => eb.exists(pairAt(place, point).select('device'))
      const [first, [row]] = await store.write([
        auditOnce(compose, proofId, { at, account, device, action: 'release', detail }, isHere),
        compose
          .updateTable('custody_pairs')
          .set({ used_at: at })
          .where('account_id', '=', account)
          .where('device', '=', device)
          .returningAll()
          .compile(),
      ])
      const closed = row && closedAt(row, point)
      if (first.length === 1 && closed !== undefined)
        return { half: await envelopes.open('device', closed, aboutShare(place, point)) }
      const why = row === undefined ? 'none' : closed === undefined ? 'epoch' : 'replayed'
      await refuse(place, 'release', why)
      return why
    },

    async refresh(place, point, next) {
      const { account, device } = place
      const row = await find(place)
      if (row?.epoch !== point.epoch || row.version !== point.version) return refuseOf(place, 'refresh', row)
      const at = now()
      const half = await envelopes.open('device', row, aboutShare(place, point))
      for (let i = 0; i < half.length; i++) half[i] = (half[i] ?? 0) ^ (next.pad[i] ?? 0)
      const later = { epoch: point.epoch + 1, version: next.version }
      const closed = await envelopes.close('device', half, aboutShare(place, later))
      half.fill(0)
      const isSame: AuditCondition = eb =>
        eb.exists(
          pair(place).select('device').where('epoch', '=', point.epoch).where('version', '=', point.version),
        )
      const [, , won] = await store.write([
        lockWallet(compose, account),
        auditIf(compose, { at, account, device, action: 'refresh', detail: `epoch ${later.epoch}` }, isSame),
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
      ])
      if (won.length === 1) return later.epoch
      return refuseOf(place, 'refresh', await find(place))
    },

    async acknowledge(place, { epoch, version }) {
      const { account, device } = place
      const at = now()
      const isNext: AuditCondition = eb =>
        eb.exists(
          pair(place)
            .select('device')
            .where('epoch', '=', epoch - 1)
            .where('next_version', '=', version),
        )
      const [, , won] = await store.write([
        lockWallet(compose, account),
        auditIf(compose, { at, account, device, action: 'refreshed', detail: `epoch ${epoch}` }, isNext),
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
      ])
      if (won.length === 1) return undefined
      const row = await find(place)
      if (row?.epoch === epoch && row.version === version) return undefined
      return refuseOf(place, 'refreshed', row)
    },

    async revoke(place, by) {
      const [, , gone] = await store.write(revocation(place, by))
      if (gone.length === 0) await refuse(place, 'revoke', 'none')
      return gone.length === 1
    },
    revocation,
  }

  function revocation({ account, device }: ShareDevice, by: string) {
    const isThere: AuditCondition = eb => eb.exists(pair({ account, device }).select('device'))
    return [
      lockWallet(compose, account),
      auditIf(compose, { at: now(), account, device, action: 'revoke', detail: `by ${by}` }, isThere),
      compose
        .deleteFrom('custody_pairs')
        .where('account_id', '=', account)
        .where('device', '=', device)
        .returning('device')
        .compile(),
    ] as const
  }

  function pair({ account, device }: ShareDevice) {
    return compose.selectFrom('custody_pairs').where('account_id', '=', account).where('device', '=', device)
  }

  /** The device's row, if it has the key share of this splitting: the current one, or the next one. */
  function pairAt(place: ShareDevice, { epoch, version }: Splitting) {
    return pair(place).where(eb =>
      eb.or([
        eb.and([eb('epoch', '=', epoch), eb('version', '=', version)]),
        eb.and([eb('epoch', '=', epoch - 1), eb('next_version', '=', version)]),
      ]),
    )
  }

  /**
   * Composes the queries that delete the key shares of the devices that were not used for longest, so that there are no more
   * than an account may have; none where `isPut` finds nothing.
   */
  function makeRoom({ account, device }: ShareDevice, at: number, isPut: ReturnType<typeof pair>) {
    const others = compose
      .selectFrom('custody_pairs')
      .where('account_id', '=', account)
      .where('device', '<>', device)
    const kept = others
      .select('device')
      .orderBy(eb => eb.fn.coalesce('used_at', 'created_at'), 'desc')
      .orderBy('device')
      .limit(mostDevices - 1)
    const idle = others.where('device', 'not in', kept).where(eb => eb.exists(isPut))
    return [
      compose
        .insertInto('custody_audit')
        .columns(['id', 'at', 'account_id', 'device', 'action', 'detail', 'count'])
        .expression(
          idle.select(eb => [
            // One splitting loses its place once.
            eb(eb.cast<string>(eb.val('no room '), 'text'), '||', eb.ref('version')).as('id'),
            eb.cast<number>(eb.val(at), 'bigint').as('at'),
            'account_id',
            'device',
            eb.cast<string>(eb.val('revoke'), 'text').as('action'),
            eb.cast<string>(eb.val('no room'), 'text').as('detail'),
            eb.cast<number>(eb.val(1), 'bigint').as('count'),
          ]),
        )
        .onConflict(conflict => conflict.column('id').doNothing())
        .compile(),
      compose
        .deleteFrom('custody_pairs')
        .where('account_id', '=', account)
        .where('device', 'in', idle.select('device'))
        .compile(),
    ]
  }

  async function refuse(
    { account, device }: ShareDevice,
    action: CustodyAction,
    why: ShareRefusal,
  ): Promise<void> {
    const detail = `${action} ${why}`
    await store.write([auditRefused(compose, { at: now(), account, device, detail })])
  }

  /** Counts the refusal of a call for a splitting that the row, if there is one, does not have. */
  async function refuseOf(place: ShareDevice, action: CustodyAction, row: object | undefined) {
    const why = row === undefined ? 'none' : 'epoch'
    await refuse(place, action, why)
    return why
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
