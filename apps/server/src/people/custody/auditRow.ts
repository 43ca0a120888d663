import { createHash, randomUUID } from 'node:crypto'
import type { CompiledQuery, ExpressionBuilder, ExpressionWrapper, QueryCreator, SqlBool } from 'kysely'
import type { Database } from '../../core/store/database.ts'

export type CustodyAction =
  | 'create'
  | 'pair'
  | 'release'
  | 'refresh'
  | 'refreshed'
  | 'revoke'
  | 'factor'
  | 'factor deleted'
  | 'recover'
  | 'password'
  | 'export asked'
  | 'export cancelled'
  | 'delete'
  | 'refused'

interface AuditEntry {
  readonly at: number
  readonly account: string
  readonly device: string
  readonly action: CustodyAction
  /** Epochs, kinds, digests: nothing that is secret, nothing that names a person. */
  readonly detail?: string
}

type Rows = QueryCreator<Database>
/** What has to be there for the row to be written. */
export type AuditCondition = (
  eb: ExpressionBuilder<Database, never>,
) => ExpressionWrapper<Database, never, SqlBool>

const oneDay = 86_400_000

/** Composes the audit row of an action, for the same batch, so that neither exists without the other. */
export function auditRow(compose: Rows, entry: AuditEntry): CompiledQuery {
  return compose.insertInto('custody_audit').values(rowOf(randomUUID(), entry)).compile()
}

/**
 * Composes the audit row of an action that changes rows only if they match. Put it before the change, with the same
 * condition, and behind a statement that locks those rows: a refused call then writes no row.
 */
export function auditIf(compose: Rows, entry: AuditEntry, condition: AuditCondition): CompiledQuery {
  return insertIf(compose, rowOf(randomUUID(), entry), condition).compile()
}

/** Composes the audit row of an action that one proof allows once: the caller that gets the row back is first. */
export function auditOnce(compose: Rows, proofId: string, entry: AuditEntry, condition: AuditCondition) {
  const id = `proof ${createHash('sha256').update(proofId).digest('base64url')}`
  return insertIf(compose, rowOf(id, entry), condition)
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .compile()
}

/**
 * Composes the count of a refused call: one row for each account and UTC day, however many there are, with the device and
 * the reason of the last one.
 */
export function auditRefused(compose: Rows, entry: Omit<AuditEntry, 'action'>): CompiledQuery {
  const day = new Date(Math.floor(entry.at / oneDay) * oneDay).toISOString().slice(0, 10)
  const { id, ...row } = rowOf(`refused ${day} ${entry.account}`, { ...entry, action: 'refused' })
  return compose
    .insertInto('custody_audit')
    .values({ id, ...row })
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(eb => ({ ...row, count: eb('custody_audit.count', '+', eb.lit(1)) })),
    )
    .compile()
}

function insertIf(compose: Rows, row: ReturnType<typeof rowOf>, condition: AuditCondition) {
  return compose
    .insertInto('custody_audit')
    .columns(['id', 'at', 'account_id', 'device', 'action', 'detail', 'count'])
    .expression(
      compose
        .selectNoFrom(eb => [
          eb.cast<string>(eb.val(row.id), 'text').as('id'),
          eb.cast<number>(eb.val(row.at), 'bigint').as('at'),
          eb.cast<string>(eb.val(row.account_id), 'text').as('account_id'),
          eb.cast<string>(eb.val(row.device), 'text').as('device'),
          eb.cast<string>(eb.val(row.action), 'text').as('action'),
          eb.cast<string>(eb.val(row.detail), 'text').as('detail'),
          eb.cast<number>(eb.val(row.count), 'bigint').as('count'),
        ])
        .where(condition),
    )
}

function rowOf(id: string, { at, account, device, action, detail = '' }: AuditEntry) {
  return { id, at, account_id: account, device, action, detail, count: 1 }
}
